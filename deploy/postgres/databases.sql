-- A database for each service; none reads another's.
CREATE DATABASE thousand_identity;
CREATE DATABASE thousand_table;
CREATE DATABASE thousand_scoring;
CREATE DATABASE thousand_matchmaking;
