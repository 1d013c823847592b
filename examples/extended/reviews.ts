/** Reviews to begin with. */
export const reviewsSql: string = `CREATE TABLE review (id integer PRIMARY KEY, title varchar(60) NOT NULL, stars integer NOT NULL, status varchar(20) NOT NULL);
  INSERT INTO review (id, title, stars, status) VALUES (1, 'Broke on the first day', 1, 'open'), (2, 'Does what it should', 4, 'answered'),
    (3, 'The box was torn', 2, 'open'), (4, 'Best of all', 5, 'answered')`;
