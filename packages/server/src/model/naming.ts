/** The words of a name in any common spelling: `customerID`, `customer_id`, `Customer Id`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A name for users: `createdAt` becomes `created at`. */
export function verboseNameOf(name: string): string {
  return wordsOf(name).join(' ').toLowerCase() || name;
}

const identifier = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;
const abbreviation = /^[A-Z0-9]{1,4}$/;

/**
 * The values of an enum as users read them: `in_progress` and `IN_PROGRESS` become `In progress`. Values that are no identifiers, or all of which are
 * abbreviations (`EUR`), stay as they are.
 */
export function enumLabels(values: readonly string[]): string[] {
  const areWords = values.every((value) => identifier.test(value)) && !values.every((value) => abbreviation.test(value));
  return areWords ? values.map(enumLabel) : [...values];
}

function enumLabel(value: string): string {
  if (/^[A-Z0-9]{1,3}$/.test(value)) return value;
  const words = verboseNameOf(value);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a foreign key for users, by what it leads to: `team_id` becomes `team`, unless another column has that name. */
export function verboseNameOfKey(name: string, others: readonly string[]): string {
  const words = wordsOf(name);
  const start = words.slice(0, -1).join(' ').toLowerCase();
  const isId = words.length > 1 && isNameOfId(words.at(-1) ?? '');
  return isId && !others.some((other) => other !== name && verboseNameOf(other) === start) ? start : verboseNameOf(name);
}

/** Beginnings with a vowel letter and a consonant sound; below, the opposite. */
const consonantSound = /^(?:uni(?![nmd])|us[aei]|ut[ei]|ubi|ur[aeio]|eu|ewe|one\b|once|url\b)/i;
const vowelSound = /^(?:hour|honest|hono|heir)/i;

/** A noun with its indefinite article: "an order", "a user". */
export function withArticle(noun: string): string {
  const plain = noun.normalize('NFD');
  const isVowel = vowelSound.test(plain) || (/^[aeiou]/i.test(plain) && !consonantSound.test(plain));
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}

/** Names of columns that hold long text if they have no length limit (CONTRACT §1). */
const longTextNames = new Set([
  'body',
  'content',
  'description',
  'note',
  'notes',
  'bio',
  'comment',
  'comments',
  'html',
  'markdown',
  'text',
  'message',
]);

/** Whether a text column of this name without a length limit holds long text. */
export function isLongTextName(name: string): boolean {
  return longTextNames.has(name.toLowerCase());
}

/** Words in the names of whole numbers that identify something and are no amounts. */
const identifierWords = new Set(
  'id uid gid pid key code barcode ean gtin isbn year number no nr num ref reference serial version revision zip postcode port phone account'.split(
    ' ',
  ),
);

/** Whether the last word of a name says that a whole number identifies something: `barcode`, `customerNo`, `birth_year`. */
export function isIdentifierName(name: string): boolean {
  return identifierWords.has(wordsOf(name).at(-1)?.toLowerCase() ?? '');
}

/** A name without its spelling: `first_name`, `FirstName` and `FIRSTNAME` are equal. */
export function bareName(name: string): string {
  return wordsOf(name).join('').toLowerCase();
}

const bookkeepingTimes = [
  /^(created|updated|modified|deleted|inserted|changed|added|edited|imported|archived|synced)(at|on|date|time|timestamp|datetime|utc)?$/,
  /^(date|time|last)(created|updated?|modified|deleted|inserted|changed?|added|edited|joined|login|sync|synced|seen)$/,
  /^(row)?(timestamp|version)$/,
];

/** Whether the name says that a column holds the time at which its row was made or changed. */
export function isTimeOfBookkeeping(name: string): boolean {
  return bookkeepingTimes.some((pattern) => pattern.test(bareName(name)));
}

const creationTimes =
  /^(?:(?:created|inserted|added|registered)(?:at|on|date|time|timestamp|datetime|utc)?|(?:date|time)(?:created|inserted|added|joined))$/;

/** Whether the name says that a column holds the time at which its row was made. */
export function isTimeOfCreation(name: string): boolean {
  return creationTimes.test(bareName(name));
}

const madeTimes = /^(?:(?:created|inserted|creation)(?:at|on|date|time|timestamp|datetime|utc)?|(?:date|time)(?:created|inserted|joined))$/;
const changedTimes =
  /^(?:(?:updated?|modified|changed|edited)(?:at|on|date|time|timestamp|datetime|utc)?|(?:date|time|last)(?:updated?|modified|changed|edited)(?:at|on|date)?)$/;

/** Which save a column tells the time of, by its name: the first one, each one, or none that is certain. */
export function timeOfSave(name: string): 'createdAt' | 'updatedAt' | undefined {
  const bare = bareName(name);
  return madeTimes.test(bare) ? 'createdAt' : changedTimes.test(bare) ? 'updatedAt' : undefined;
}

/** Whether a column of this name holds what programs call a row by: `id`, `uuid`. */
export function isNameOfId(name: string): boolean {
  return /^(?:[ug]?uid|id|guid|cuid|ulid|nanoid|ksuid)$/.test(bareName(name));
}
