-- The tables of a log (ARCHITECTURE 5), schema version 1. Run by migrate.py only.

CREATE TABLE log_schema (
    version integer NOT NULL
);

-- Writers take the row of their shard first: the order of that lock is the order of the log.
CREATE TABLE shard (
    number        integer PRIMARY KEY,
    next_position bigint NOT NULL DEFAULT 1
);

CREATE TABLE fact (
    shard        integer NOT NULL,
    position     bigint NOT NULL,
    game_id      text COLLATE "C" NOT NULL,
    version      bigint NOT NULL,
    last_version bigint NOT NULL,
    topic        text NOT NULL,
    public       bytea NOT NULL,
    hidden       bytea,
    head         bytea NOT NULL,
    command_id   text NOT NULL,
    account      text NOT NULL,
    CONSTRAINT version_taken PRIMARY KEY (game_id, version),
    UNIQUE (shard, position)
);

CREATE TABLE secret (
    game_id    text COLLATE "C" NOT NULL,
    commitment text COLLATE "C" NOT NULL,
    value      bytea NOT NULL,
    PRIMARY KEY (game_id, commitment)
);
