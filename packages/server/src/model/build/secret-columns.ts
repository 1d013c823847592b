import type { FieldTypeName } from '@grimoire/protocol';
import { fieldTypes } from '../field-types/all.ts';
import * as words from './secret-words.ts';
import { isPlural, spaced } from './split-name.ts';

/** The facts about a column, without its content. */
export interface JudgedColumn {
  readonly column: string;
  /** The name of its field. */
  readonly name: string;
  readonly table: string;
  /** The field type; for an array, that of its elements. */
  readonly type: FieldTypeName;
  readonly dbType: string;
  /** Whether no field type fits. */
  readonly isOpaque: boolean;
  readonly maxLength: number | undefined;
  readonly isForeignKey: boolean;
  /** Whether it accepts only a few known values. */
  readonly hasChoices: boolean;
}

const any = (list: readonly string[]): string => `(?:${list.join('|')})`;

/** Names of facts about a secret: whether there is one, how many there are, until when they are valid. */
const asksAbout = new RegExp(`^ ${any(words.leadingWords)} .`);
const tellsAbout = new RegExp(`. ${any(words.trailingWords)} $`);

/** The same for table names. */
const tableAboutSecrets = new RegExp(` ${any(words.trailingTableWords)} $`);

/** A rule on a column's words. */
interface Rule {
  readonly pattern: RegExp;
  /** Columns with a smaller length cannot hold such a secret. */
  readonly minLength: number;
  /** Whether a number may be such a secret. */
  readonly takesNumbers?: boolean;
  /** Whether the last word does not matter: an encrypted name is as unreadable as an encrypted password. */
  readonly withAnyEnd?: boolean;
}

const pin = '(?:otp|totp|hotp|pin|puk|cvv|cvc|cvn|passcode)';
const pinSecret = '(?:hash|hashed|digest|block|enc)';

/** The names of secrets; the first matching rule counts. */
const nameRules: readonly Rule[] = [
  { pattern: new RegExp(` ${pin} (?:code |number |no |value )?$`), minLength: 3, takesNumbers: true },
  {
    pattern: new RegExp(` ${any(words.codeOwners)} code $| (?:otp|totp|mfa|tfa|twofa) (?:[^ ]+ )*code $`),
    minLength: 3,
    takesNumbers: true,
  },
  { pattern: / code (?:hash|hashed|digest) | (?:code|oauth|pkce|srp) verifier /, minLength: 8 },
  { pattern: new RegExp(` ${any(words.secretWords)} (?!(?:number|num|no) $)`), minLength: 4 },
  { pattern: new RegExp(` (?:pin|puk) ${pinSecret} $`), minLength: 4 },
  { pattern: / mot de passe | pass word /, minLength: 4 },
  { pattern: / pass (?:(?:phrase|code|key|md|sha|enc|new|old|tmp|temp) )?$| pass (?:[^ ]+ )?(?:hash|crypt|crypted|digest) /, minLength: 4 },
  { pattern: new RegExp(` ${any(words.keyOwners)} key `), minLength: 4 },
  {
    pattern: / (?:private|encrypted|hashed|hmac) (?:[^ ]+ )*key | key (?:hash|hashed|digest|auth|material|encrypted|private) /,
    minLength: 4,
  },
  { pattern: new RegExp(` ${any(words.hashOwners)} (?:hash|digest) `), minLength: 8 },
  { pattern: / (?:credit|debit|payment|bank)? ?(?:card|cc) (?:number|num|no|pan) | (?:credit|debit) card $/, minLength: 12 },
  {
    pattern: / (?:encrypted|ciphertext) (?!(?:at|on|by|with|id|key id|count|algorithm|algo|alg|method|type|version) $)/,
    minLength: 11,
    withAnyEnd: true,
  },
  { pattern: / secret (?:note|message|comment|email|address|url|uri) $/, minLength: 4, withAnyEnd: true },
  {
    pattern: / (?:security|recovery|challenge) answer | security stamp | (?:auth|session|login) cookie | (?:auth|authorization) header /,
    minLength: 4,
  },
  { pattern: / (?:auth|secure json|secure|session) (?:data|payload) | connection string | magic link | private pem /, minLength: 8 },
  { pattern: / (?:seed|mnemonic) phrase | (?:wallet|mfa|auth|private) (?:seed|mnemonic) /, minLength: 8 },
];

/** Parts of names that {@link nameRules} ignore. */
const exceptions: readonly RegExp[] = [
  new RegExp(` ${any(words.passOwners)} pass `),
  new RegExp(` ${any(words.pinOwners)} pin | ${any(words.pinPlaces)} pin code `),
  new RegExp(` ${any(words.cardOwners)} card `),
  new RegExp(` ${any(words.plainKeys)} key `),
  new RegExp(` ${any(words.placeTokens)} token `),
  / (?:source|byte|contract) code /,
];

/** Pairs of a table and a column: postal codes of India, and pins of electronic parts. */
const plainPins =
  / (?:address|location|city|district|postal|area|region|branch) \/ pin (?:code|number) $| (?:gpio|board|connector|chip|circuit|component) \/ pin (?:number )?$/;

/** Tables whose rows are secrets, in addition to those whose names match. */
const secretTable =
  /(?: (?:mfa|totp|otp|twofa|tfa|verification|activation|persistence|recovery|scratch|authenticator)| (?:two|second) factor| (?:oauth|access|provider|device) grant| oauth (?:provider )?device| web push| push subscription| (?:email|account|phone) confirmation) /;

/** Tables of pins on a board, and of passes that are shown at a gate. */
const ticketTable = / (?:pin|pass) $/;

/** Pairs of a table and a column: the key of an API, a private key, the hash of a key. */
const tableAndPart = / (?:api|key private) \/ key $| key \/ (?:hash|hashed|digest) $/;

/** Columns that hold the secret of such a row. */
const secretPart =
  /^ (?:(?:hashed|encrypted|raw|full|plain|secret|consumer|user|auth|device) )?(?:key|code|hash|digest|value|data|payload|content|config|verifier|parent|plaintext|cleartext|plain|text|auth) $/;

/** Tables of people who sign in. */
const accountTable = / (?:user|account|member|customer|login|staff|admin|employee)(?: entity)? $/;
const accountPart = /^ (?:hash|digest|hashed|confirmation|activation|(?:current |last )?session id) $/;

/** Tables of login sessions, where the key of a row is the session's secret. */
const sessionTable = / session (?:(?:activation|store|data|token|key) )?$/;
const sessionPart = /^ (?:sid|sess|session|key|(?:session|sess|ses) (?:id|key)|(?:(?:session|sess|ses) )?(?:data|payload|value|vars)) $/;

/** Tables whose id, if it is a text, is the session's secret. */
const sessionIdTable = /^ (?:(?:user|admin|web|http|php|login|auth|app|core|account|customer|member) )?session $/;

/** Data of an account's second factor that is stored as one value. */
const factorBlob = / (?:mfa|twofa|tfa|totp|(?:two|second) factor) (?:(?:verification|data|config|provider|detail|setting) )?$/;
/** Types that no field type fits, and that hold no text. */
const plainOpaque = /bool|^bit|date|time|year|range|interval|serial|point|vector/i;

/**
 * Whether a column holds a secret (CONTRACT §13), judged by its name, its table's name, its type and its length. Foreign keys, booleans,
 * times and columns with choices are never secrets; a number is one only if the name is that of a PIN or a one-time code.
 */
export function isSecretColumn(judged: JudgedColumn): boolean {
  const { type, isForeignKey, hasChoices } = judged;
  if (isForeignKey || hasChoices || (judged.isOpaque && plainOpaque.test(judged.dbType))) return false;
  if (fieldTypes[type].traits.secret === undefined) return false;
  const table = spaced(judged.table);
  return [...new Set([judged.column, judged.name])].some((name) => isSecretName(name, table, judged));
}

function isSecretName(name: string, table: string, judged: JudgedColumn): boolean {
  const column = spaced(name);
  if (plainPins.test(`${table}/${column}`)) return false;
  const rule = ruleOf(column);
  const { secret } = fieldTypes[judged.type].traits;
  if (secret === 'number') return rule?.takesNumbers === true && !isPlural(name);
  if (rule) return isLongEnough(judged, rule.minLength);
  if (secret === 'value of several parts' && accountTable.test(table) && factorBlob.test(column)) return true;
  return isSecretByTable(column, table, judged);
}

function ruleOf(column: string): Rule | undefined {
  if (asksAbout.test(column)) return undefined;
  const bare = exceptions.reduce((text, exception) => text.replace(exception, ' '), column);
  const isAbout = tellsAbout.test(column);
  return nameRules.find(({ pattern, withAnyEnd }) => (withAnyEnd || !isAbout) && pattern.test(bare));
}

function isLongEnough({ maxLength }: JudgedColumn, minLength: number): boolean {
  return maxLength === undefined || maxLength >= minLength;
}

function isSecretByTable(column: string, table: string, judged: JudgedColumn): boolean {
  if (sessionTable.test(table)) return isSecretOfSession(column, table, judged);
  if (accountTable.test(table) && accountPart.test(column)) return isLongEnough(judged, 16);
  if (tableAboutSecrets.test(table) || !secretPart.test(column)) return false;
  const isOfSecrets = secretTable.test(table) || (!ticketTable.test(table) && nameRules.some(({ pattern }) => pattern.test(table)));
  return (isOfSecrets || tableAndPart.test(`${table}/${column}`)) && isLongEnough(judged, 4);
}

/** A text with the length of a UUID counts as an id that only distinguishes sessions. */
function isSecretOfSession(column: string, table: string, judged: JudgedColumn): boolean {
  if (fieldTypes[judged.type].traits.isIdentifier || judged.maxLength === 36 || !isLongEnough(judged, 20)) return false;
  return (
    sessionPart.test(column) || (column === ' id ' && sessionIdTable.test(table) && /^(?:character varying|varchar)/i.test(judged.dbType))
  );
}
