-- The tables of the identity service, schema version 2. Run by migrate.py only.

CREATE TABLE identity_schema (
    version integer NOT NULL
);

-- Every time is this database's: replicas have clocks of their own.
CREATE TABLE account (
    id         text COLLATE "C" PRIMARY KEY,
    roles      text[] NOT NULL DEFAULT '{}',  -- besides player, which everybody is
    made_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    revoked_at timestamptz  -- tokens issued up to then are void
);

-- What was done to accounts, and by whom: kept for ever, and read by services as it grows. Writers
-- take the whole table first, so that positions and times both have the order of commits.
CREATE TABLE change (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account  text COLLATE "C" NOT NULL REFERENCES account,
    made_at  timestamptz NOT NULL DEFAULT clock_timestamp(),  -- hits tokens issued up to then
    by       text COLLATE "C" NOT NULL,  -- the account that did it
    roles    text[]  -- what the account holds from then on; NULL where its tokens are void
);
CREATE INDEX ON change (account, position);
CREATE INDEX ON change (made_at);

CREATE TABLE signing_key (
    id         text PRIMARY KEY,
    private    bytea NOT NULL,
    public     bytea NOT NULL,
    signs_from timestamptz NOT NULL  -- until the next key does
);
