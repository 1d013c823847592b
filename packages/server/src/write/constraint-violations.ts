import type { Policy } from '../authorize/policy.ts';
import { AdminError } from '../errors/errors.ts';
import type { Field } from '../model/field.ts';
import type { Model } from '../model/model.ts';
import { ConstraintError, type ConstraintKind } from '../databases/constraint-error.ts';
import { FieldProblems, nonField } from './problems.ts';
import { type Message, say } from '../texts/message.ts';

/** The subject of a write: a save, with the fields that it writes, or a delete. */
export interface WriteSubject {
  readonly model: Model;
  /** The fields that were written; null for a delete. */
  readonly fields: readonly Field[] | null;
  /** The key of the row, if the request is about several rows. */
  readonly row?: string | undefined;
}

/** A write that the database refused, with its subject. */
export class ConstraintViolation extends Error {
  readonly model: Model;
  readonly broken: ConstraintError;
  readonly fields: WriteSubject['fields'];
  readonly row: string | undefined;

  constructor(broken: ConstraintError, about: WriteSubject) {
    super(broken.message, { cause: broken });
    this.name = 'ConstraintViolation';
    this.broken = broken;
    this.model = about.model;
    this.fields = about.fields;
    this.row = about.row;
  }

  /** The same violation, if it cannot be attributed to one row. */
  ofNoRow(): ConstraintViolation {
    return new ConstraintViolation(this.broken, { model: this.model, fields: this.fields, row: undefined });
  }
}

/** Runs a statement of a write; an error of the database is thrown together with the subject of the write. */
export async function withConstraintErrors<T>(about: WriteSubject, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw new ConstraintViolation(error, about);
  }
}

const messages: Readonly<Record<Exclude<ConstraintKind, 'refused'>, Message>> = {
  unique: say('taken'),
  'foreign key': say('noObject'),
  'not null': say('notNull'),
  check: say('notAllowed'),
  'too long': say('tooLong'),
  'out of range': say('outOfRange'),
  'bad value': say('notTaken'),
};

/** For a column that may not be null and is none of the fields that the user sees. */
const unset = say('hiddenColumn');

/**
 * The 400 for a violation that only the database found, on the field that it is about (CONTRACT §5); for a delete, the 409.
 * @param columnsOf returns the columns of the violated constraint, or words that contain them.
 */
export async function explainBrokenRule(
  { model, broken, fields, row }: ConstraintViolation,
  policy: Policy,
  columnsOf: (error: ConstraintError) => Promise<readonly string[]>,
): Promise<AdminError> {
  if (!fields && broken.kind !== 'refused') return new AdminError('protected', { cause: broken, body: { blocked_by: [] } });
  const written = (fields ?? []).filter((field) => !model.unseen.includes(field));
  const visible = policy.access(model).fields;
  const named = fields ? await columnsOf(broken) : [];
  const candidates = model.fields.filter(
    (field) => !field.link && named.includes(field.column) && (field.writeOnly || visible.includes(field)),
  );
  const links = written.filter((candidate) => candidate.link);
  const [field] = [...candidates.filter((candidate) => written.includes(candidate)), ...candidates, ...links, ...byValue(broken, written)];
  // The message of a trigger is written for users.
  const message =
    broken.kind === 'refused' ? broken.message : !field && broken.kind === 'not null' ? unset : messageOf(broken, candidates, named, model);
  const isTogether = broken.kind === 'unique' && candidates.length > 1;
  const problems = new FieldProblems();
  if (isTogether) problems.add(nonField, say('uniqueTogether', { fields: candidates.map((each) => each.verboseName) }));
  else problems.add(field?.name ?? nonField, message);
  return problems.asError(row);
}

/** The name of a rule that a user may read: not the text of a rule without a name. */
const ruleName = /^[\p{L}_][\p{L}\p{N}_$ -]{0,62}$/u;

/** What is wrong; of a check its name, unless it is about a field that the user does not see. */
function messageOf(broken: ConstraintError, seen: readonly Field[], named: readonly string[], { fields }: Model): Message {
  const { kind, constraint } = broken;
  if (kind === 'refused') return messages.check;
  const isHidden = fields.some((field) => named.includes(field.column) && !seen.includes(field));
  if (kind !== 'check' || constraint === undefined || !ruleName.test(constraint) || isHidden) return messages[kind];
  return say('notAllowedBy', { rule: constraint });
}

/**
 * The 400 for a violation that cannot be attributed to a field or row: a deferred constraint found it at the commit, or a hook caused it.
 */
export function unattributedViolation(broken: ConstraintError): AdminError {
  const problems = new FieldProblems();
  problems.add(nonField, broken.kind === 'refused' ? broken.message : say('ruleOfDatabase', { kind: broken.kind }));
  return problems.asError();
}

/** If the database names no column but only its type: the only written field of that type. */
function byValue(broken: ConstraintError, fields: readonly Field[]): Field[] {
  const pointing = fields.filter((field) => field.relation);
  if (broken.kind === 'foreign key') return pointing.length === 1 ? pointing : [];
  if (!['too long', 'out of range', 'bad value', 'check'].includes(broken.kind)) return [];
  const alike = fields.filter(
    (field) => field.dbType !== '' && broken.message.includes(field.dbType.replace(/^varchar/, 'character varying')),
  );
  return alike.length === 1 ? alike : fields.length === 1 ? [...fields] : [];
}
