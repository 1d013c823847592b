#!/bin/sh
# Runs once, when the container makes its PostgreSQL: the role of the service, and its database.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username postgres <<'SQL'
CREATE ROLE grimoire LOGIN PASSWORD :'password';
CREATE DATABASE grimoire OWNER grimoire;
SQL
