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

-- Which games there are. Kept by a trigger, in the step that opens or ends one, so that listing
-- the few that go on costs the same however many are over.
CREATE TABLE game (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id text COLLATE "C" NOT NULL UNIQUE,
    is_over boolean NOT NULL DEFAULT false
);

CREATE INDEX game_not_over ON game (number) WHERE NOT is_over;
CREATE INDEX game_over ON game (number) WHERE is_over;

CREATE FUNCTION list_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.topic = 'game.game_opened' THEN
        INSERT INTO game (game_id) VALUES (NEW.game_id) ON CONFLICT DO NOTHING;
    ELSE
        UPDATE game SET is_over = true WHERE game_id = NEW.game_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER list_game AFTER INSERT ON fact FOR EACH ROW
WHEN (NEW.topic IN ('game.game_opened', 'game.game_won')) EXECUTE FUNCTION list_game();
