-- A database for each service, and a role whose it is and who can enter no other.
-- Passwords are those of docker-compose.yml.
\getenv identity THOUSAND_IDENTITY_PASSWORD
\getenv table THOUSAND_TABLE_PASSWORD
\getenv scoring THOUSAND_SCORING_PASSWORD
\getenv matchmaking THOUSAND_MATCHMAKING_PASSWORD

CREATE ROLE thousand_identity LOGIN PASSWORD :'identity';
CREATE ROLE thousand_table LOGIN PASSWORD :'table';
CREATE ROLE thousand_scoring LOGIN PASSWORD :'scoring';
CREATE ROLE thousand_matchmaking LOGIN PASSWORD :'matchmaking';

CREATE DATABASE thousand_identity OWNER thousand_identity;
CREATE DATABASE thousand_table OWNER thousand_table;
CREATE DATABASE thousand_scoring OWNER thousand_scoring;
CREATE DATABASE thousand_matchmaking OWNER thousand_matchmaking;

REVOKE ALL ON DATABASE postgres, template1, thousand, thousand_identity, thousand_table,
    thousand_scoring, thousand_matchmaking FROM PUBLIC;
