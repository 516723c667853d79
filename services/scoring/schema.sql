-- The tables of the scoring service, schema version 1. Run by migrate.py only.
--
-- Every row belongs to a generation. One is served; another may be in the making beside it.

CREATE TABLE scoring_schema (
    version integer NOT NULL
);

CREATE TABLE serving (
    generation integer NOT NULL
);
INSERT INTO serving VALUES (1);

-- How far each shard is counted or parked.
CREATE TABLE consumed (
    generation integer NOT NULL,
    shard      integer NOT NULL,
    position   bigint NOT NULL,
    PRIMARY KEY (generation, shard)
);

CREATE TABLE parked (
    generation    integer NOT NULL,
    shard         integer NOT NULL,
    position      bigint NOT NULL,
    game_id       text COLLATE "C" NOT NULL,
    first_version bigint NOT NULL,
    last_version  bigint NOT NULL,
    facts         bytea[] NOT NULL,
    error         text NOT NULL,
    PRIMARY KEY (generation, shard, position)
);
CREATE INDEX ON parked (generation, game_id);

CREATE TABLE game (
    generation integer NOT NULL,
    game_id    text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    started_at bigint NOT NULL,
    accounts   text[] NOT NULL,
    totals     integer[] NOT NULL,
    winner     integer,
    progress   jsonb,
    running    bytea[] NOT NULL,
    PRIMARY KEY (generation, game_id)
);

CREATE TABLE seat (
    generation integer NOT NULL,
    account    text COLLATE "C" NOT NULL,
    started_at bigint NOT NULL,
    game_id    text COLLATE "C" NOT NULL,
    PRIMARY KEY (generation, account, started_at, game_id)
);

CREATE TABLE deal (
    generation integer NOT NULL,
    game_id    text COLLATE "C" NOT NULL,
    number     integer NOT NULL,
    version    bigint NOT NULL,
    result     text NOT NULL,
    declarer   integer NOT NULL,
    contract   integer NOT NULL,
    made       boolean NOT NULL,
    written    integer[] NOT NULL,
    totals     integer[] NOT NULL,
    dispute    text NOT NULL,
    PRIMARY KEY (generation, game_id, number)
);

CREATE TABLE player (
    generation     integer NOT NULL,
    account        text COLLATE "C" NOT NULL,
    games          bigint NOT NULL,
    wins           bigint NOT NULL,
    deals          bigint NOT NULL,
    contracts_made bigint NOT NULL,
    contracts_lost bigint NOT NULL,
    written        bigint NOT NULL,
    PRIMARY KEY (generation, account)
);
CREATE INDEX ON player (generation, (-wins), games, account);
