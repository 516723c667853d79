-- The tables of the identity service, schema version 1. Run by migrate.py only.

CREATE TABLE identity_schema (
    version integer NOT NULL
);

-- Every time is this database's: replicas have clocks of their own.
CREATE TABLE account (
    id               text COLLATE "C" PRIMARY KEY,
    roles            text[] NOT NULL DEFAULT '{}',  -- besides player, which everybody is
    made_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    revoked_at       timestamptz,  -- tokens issued up to then are void
    roles_changed_at timestamptz   -- tokens issued up to then may say another role
);
CREATE INDEX ON account (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX ON account (roles_changed_at) WHERE roles_changed_at IS NOT NULL;

CREATE TABLE signing_key (
    id         text PRIMARY KEY,
    private    bytea NOT NULL,
    public     bytea NOT NULL,
    signs_from timestamptz NOT NULL  -- until the next key does
);
