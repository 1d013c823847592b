import { cutParameter, filterGroupParameter } from '@grimoire/protocol';
import type { JsonSchema } from '../model/field-type.ts';
import { maxReason } from '../request/write-options.ts';
import type { PageSizes } from '../request/settings.ts';
import { answer } from './operations.ts';
import { refToShared } from './shared-schemas.ts';

const text: JsonSchema = { type: 'string' };

/** Response headers. */
export const sharedHeaders: Readonly<Record<string, JsonSchema>> = {
  ETag: { description: 'Tag of the row as this user sees it, for `If-Match`.', schema: text },
  Location: { description: 'Address of the new row, percent-encoded.', schema: { type: 'string', format: 'uri' } },
  'Retry-After': { description: 'Seconds until it makes sense to ask again.', schema: { type: 'string', pattern: '^[0-9]+$' } },
  'WWW-Authenticate': { description: 'How to authenticate: `Bearer`.', schema: text },
  Allow: { description: 'The methods that are answered here.', schema: text },
};

const error = (description: string, headers: readonly string[] = []): JsonSchema => answer(description, refToShared('Error'), headers);

/** Error responses (CONTRACT §11). */
export const sharedResponses: Readonly<Record<string, JsonSchema>> = {
  Invalid: answer('A parameter or field is not right.', refToShared('ValidationError')),
  Unauthenticated: error('No credentials, or none that hold.', ['WWW-Authenticate']),
  Forbidden: error('Not staff, a permission is missing, or the CSRF token.'),
  NotFound: error('Not there, or not for this user to know of.'),
  MethodNotAllowed: error('This method is not answered here.', ['Allow']),
  Blocked: answer(
    'Other rows forbid it, another request writes the row, the answer can not be given again, or it would do something else than was shown.',
    refToShared('Protected'),
  ),
  Conflict: answer('The row was changed meanwhile.', refToShared('Conflict')),
  TooLarge: error('The body is too large.'),
  NotJson: error('The body is not JSON.'),
  IdempotencyClash: error('The Idempotency-Key was used for something else.'),
  TooManyAttempts: error('Too many failures.', ['Retry-After']),
  InternalError: answer('A bug of the service; the log has it under this id.', refToShared('InternalError')),
  Unavailable: error('The database is away, or was too slow.', ['Retry-After']),
};

/** Parameters that several operations share. */
export function sharedParameters({ pageSize, maxPageSize }: PageSizes): Readonly<Record<string, JsonSchema>> {
  const query = (name: string, schema: JsonSchema, description: string): JsonSchema => ({ name, in: 'query', schema, description });
  return {
    Page: query('page', { type: 'integer', minimum: 1, default: 1 }, 'Number of the page.'),
    PageSize: query('page_size', { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize }, 'Rows of a page.'),
    Cut: query(
      cutParameter,
      { type: 'integer', minimum: 1, maximum: 10_000 },
      'Characters after which long texts and JSON are cut: the value is then a text, and `_cut` of the row names its field. The row itself has it whole.',
    ),
    Search: query('search', { type: 'string', maxLength: 200 }, 'Words that are all found in the row; `"words in quotes"` stay together.'),
    FilterGroup: query(
      filterGroupParameter,
      text,
      'A JSON object of filters, of which a row meets all, and of `and` and `or`, lists of such objects, and `not`, one such object: `{"or": [{"pk": 1}, {"pk__in": [2, 3]}]}`.',
    ),
    After: query('after', text, 'A position, as a link to the next page has it.'),
    Before: query('before', text, 'A position, as a link to the previous page has it.'),
    Words: query('q', { type: 'string', maxLength: 200 }, 'Words that are all found in the row, or its key.'),
    DryRun: query('dry_run', { type: 'boolean', default: false }, 'Whether it is only tried: the answer says what it would do.'),
    IfPreview: query('if_preview', text, 'The token of a dry run: it is done only if it does what was shown.'),
    Reason: query('reason', { type: 'string', maxLength: maxReason }, 'Why it is done; kept with the change set.'),
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', maxLength: 255 },
      description: 'The same key with the same body is done once.',
      example: '7c0d2f6e-5b1e-4b6a-9f5e-0d6f3a1c2b4d',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: text,
      description: 'The `ETag` of the row as it was read; where it has changed since, the answer is a 412.',
    },
  };
}
