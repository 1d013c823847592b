import type { Dialect } from './databases.ts';

/** Tables nobody would make on purpose, and that exist. */
export function oddTables(dialect: Dialect): string {
  const isPostgres = dialect === 'postgres';
  const serial = isPostgres ? 'serial PRIMARY KEY' : 'INTEGER PRIMARY KEY AUTOINCREMENT';
  return `
    CREATE TABLE "order" (id ${serial}, "select" varchar(20), "page" integer, "ordering" text, "from" integer, "a.b" text, "weird "" quote" text, "Ünï cödé 😀" text);
    INSERT INTO "order" ("select", "page", "ordering", "from", "a.b", "weird "" quote", "Ünï cödé 😀") VALUES ('x', 7, 'up', 1, 'dot', 'q', 'ü'), ('y', 8, 'down', 2, 'dot2', 'q2', 'ö');
    CREATE TABLE "User Accounts" (name varchar(50) PRIMARY KEY, password_hash text, "apiKey" text, reset_token text, tokenizer text, age integer);
    INSERT INTO "User Accounts" VALUES ('ann/a?b#c', 'hash', 'k', 't', 'bert', 3), ('bob~1', 'hash', 'k', 't', 'gpt', 4);
    CREATE TABLE user_accounts (id ${serial}, label_of_it text, id_label text);
    INSERT INTO user_accounts (label_of_it, id_label) VALUES ('one', 'real');
    CREATE TABLE node (id ${serial}, parent_id integer REFERENCES node (id), "buddyId" integer REFERENCES node (id), buddy integer, "ownerID" varchar(50) REFERENCES "User Accounts" (name), a__b integer, a__gte integer, "_label" text);
    INSERT INTO node (parent_id, "buddyId", buddy, "ownerID", a__b, a__gte, "_label") VALUES (NULL, NULL, 1, 'bob~1', 5, 6, 'mine'), (1, 1, 2, 'ann/a?b#c', 7, 8, NULL);
    CREATE TABLE pair (left_part varchar(20) NOT NULL, right_part varchar(20) NOT NULL, "when" date NOT NULL, note text, PRIMARY KEY (left_part, right_part, "when"));
    INSERT INTO pair VALUES ('a~b_c', 'é/ü 😀', '2026-11-21', 'n'), ('', '.', '2026-11-22', NULL);
    CREATE TABLE unique_only (code varchar(10) NOT NULL UNIQUE, value integer);
    INSERT INTO unique_only VALUES ('one', 1);
    CREATE TABLE keyless (value integer);
    INSERT INTO keyless VALUES (42);
    CREATE TABLE country (id ${serial}, code varchar(2) NOT NULL UNIQUE, name varchar(50));
    INSERT INTO country (id, code, name) VALUES (10, 'DE', 'Germany'), (20, 'FR', 'France');
    CREATE VIEW a_view AS SELECT id, name FROM country;
    CREATE TABLE city (id ${serial}, country_code varchar(2) REFERENCES country (code), country_id varchar(2) REFERENCES country (code));
    INSERT INTO city (country_code, country_id) VALUES ('DE', 'FR'), (NULL, 'DE');
    CREATE TABLE wide (id ${serial}, ${Array.from({ length: 90 }, (_, index) => `column_number_${index}_${'x'.repeat(30)} integer`).join(', ')});
    INSERT INTO wide (id) VALUES (1);
    ${isPostgres ? `CREATE SCHEMA "Other Place"; CREATE TABLE "Other Place"."Thing" (id integer PRIMARY KEY, node_id integer REFERENCES node (id)); INSERT INTO "Other Place"."Thing" VALUES (1, 2);` : 'CREATE TABLE no_rowid (k text PRIMARY KEY) WITHOUT ROWID;'}`;
}
