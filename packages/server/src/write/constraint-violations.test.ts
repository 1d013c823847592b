import { describe, expect, it } from 'vitest';
import { AdminError } from '../errors/errors.ts';
import { fieldOf, modelOf, policyOf, shopOf } from '../test-models/models.ts';
import { ConstraintError, type ConstraintKind } from '../databases/constraint-error.ts';
import { ConstraintViolation, explainBrokenRule, unattributedViolation, withConstraintErrors } from './constraint-violations.ts';
import { FieldProblems } from './problems.ts';

const registry = shopOf();
const order = modelOf(registry, 'shop.Order');
const customer = modelOf(registry, 'shop.Customer');
const broken = (kind: ConstraintKind, message = 'the database’s words'): ConstraintError =>
  new ConstraintError(kind, { cause: new Error(message) });
const all = ['order:change_order', 'customer:change_customer'];

/** The 400 for a write of these fields, where the database names these columns. */
async function explained(
  error: ConstraintError,
  names: readonly string[] | null,
  columns: readonly string[] = [],
  more: { row?: string; model?: typeof order } = {},
): Promise<AdminError> {
  const { model = order, row } = more;
  const violation = new ConstraintViolation(error, { model, fields: names?.map((name) => fieldOf(model, name)) ?? null, row });
  return explainBrokenRule(violation, policyOf(registry, ...all), async () => columns);
}

describe('explainBrokenRule', () => {
  it('names the rule that does not allow a value, unless that is about what the actor does not see', async () => {
    const named = (constraint: string, columns: readonly string[]) =>
      explained(new ConstraintError('check', { constraint, cause: new Error('x') }), ['memo', 'total'], columns);
    expect((await named('total_is_positive', ['total'])).fields).toEqual({
      total: ['The rule “total_is_positive” of the database does not allow this value.'],
    });
    expect((await named('total > 0', ['total', '>'])).fields).toEqual({ total: ['This value is not allowed.'] });
    expect((await named('margin_is_low', ['total', 'margin'])).fields).toEqual({ total: ['This value is not allowed.'] });
  });

  it.each<[ConstraintKind, string]>([
    ['unique', 'This value is taken already.'],
    ['foreign key', 'The object that this points to does not exist.'],
    ['not null', 'This field may not be null.'],
    ['check', 'This value is not allowed.'],
    ['too long', 'This value is too long.'],
    ['out of range', 'This value is out of range.'],
    ['bad value', 'Not a value that this field takes.'],
    ['refused', 'the database’s words'],
  ])('says of "%s": %s', async (kind, message) => {
    const error = await explained(broken(kind), ['memo', 'total'], ['memo']);
    expect(error).toMatchObject({ code: 'invalid', fields: { memo: [message] }, detail: `memo: ${message}` });
  });

  it('names the row of a request about several', async () => {
    expect((await explained(broken('check'), ['memo'], ['memo'], { row: '7' })).detail).toBe('Row 7: memo: This value is not allowed.');
  });

  it('prefers a field that was written', async () => {
    expect((await explained(broken('check'), ['total'], ['memo', 'total'])).fields).toEqual({ total: ['This value is not allowed.'] });
    expect((await explained(broken('check'), ['memo'], ['memo', 'total'])).fields).toEqual({ memo: ['This value is not allowed.'] });
    expect((await explained(broken('check'), ['due'], ['memo', 'total'])).fields).toEqual({ total: ['This value is not allowed.'] });
    expect((await explained(broken('foreign key'), ['customer', 'warehouse'], ['warehouse'])).fields).toHaveProperty('warehouse');
  });

  it('names a field by its column', async () => {
    expect((await explained(broken('foreign key'), ['customer'], ['customer_id'])).fields).toHaveProperty('customer');
  });

  it('names the fields of a set that is unique together, if the actor sees several of them', async () => {
    expect((await explained(broken('unique'), ['customer', 'due'], ['customer_id', 'due'])).fields).toEqual({
      non_field_errors: ['The fields customer, due must make a unique set.'],
    });
    expect((await explained(broken('unique'), ['due', 'margin'], ['due', 'margin'])).fields).toEqual({
      due: ['This value is taken already.'],
    });
    expect((await explained(broken('check'), ['customer', 'due'], ['customer_id', 'due'])).fields).toEqual({
      customer: ['This value is not allowed.'],
    });
  });

  it('names no field that the actor may not see, but a secret that they write', async () => {
    expect((await explained(broken('check'), ['total', 'due'], ['margin'])).fields).toEqual({
      non_field_errors: ['This value is not allowed.'],
    });
    const ofCustomer = (column: string) => explained(broken('check'), ['name', 'email'], [column], { model: customer });
    expect((await ofCustomer('pin')).fields).toHaveProperty('pin');
    expect((await ofCustomer('ssn')).fields).toHaveProperty('non_field_errors');
    expect((await ofCustomer('note')).fields).toHaveProperty('non_field_errors');
  });

  it('says that a column needs a value that can not be set', async () => {
    expect((await explained(broken('not null'), ['total', 'due'], ['margin'])).fields).toEqual({
      non_field_errors: ['A column that can not be set here needs a value.'],
    });
  });

  it('names the link that was written, where the database names a column of its table', async () => {
    expect((await explained(broken('foreign key'), ['tags'], ['tag_id'])).fields).toHaveProperty('tags');
    expect((await explained(broken('unique'), ['tags'], ['id'])).fields).toHaveProperty('id');
  });

  it('finds the only field that it can be about, where the database names none', async () => {
    const named = async (kind: ConstraintKind, fields: readonly string[], message?: string): Promise<string[]> =>
      Object.keys((await explained(broken(kind, message), fields)).fields ?? {});
    expect(await named('foreign key', ['customer', 'memo'])).toEqual(['customer']);
    expect(await named('foreign key', ['memo'])).toEqual(['non_field_errors']);
    const several = new ConstraintViolation(broken('foreign key'), {
      model: order,
      fields: [fieldOf(order, 'customer'), { ...fieldOf(order, 'customer'), name: 'payer' }],
    });
    expect((await explainBrokenRule(several, policyOf(registry), async () => [])).fields).toHaveProperty('non_field_errors');
    expect(await named('foreign key', ['customer', 'tags'])).toEqual(['tags']);
    for (const kind of ['too long', 'out of range', 'bad value', 'check'] as const) {
      expect(await named(kind, ['memo'])).toEqual(['memo']);
      expect(await named(kind, ['memo', 'total'])).toEqual(['non_field_errors']);
      expect(await named(kind, ['number', 'total', 'memo'], 'value too long for type character varying(20)')).toEqual(['number']);
      expect(await named(kind, ['number', 'labels', 'status'], 'value too long for type character varying(20)')).toEqual([
        'non_field_errors',
      ]);
    }
    for (const kind of ['unique', 'not null', 'refused'] as const) expect(await named(kind, ['memo'])).toEqual(['non_field_errors']);
    const untyped = { ...order, fields: order.fields };
    const bare = { ...fieldOf(order, 'memo'), dbType: '' };
    const violation = new ConstraintViolation(broken('check', 'x'), { model: untyped, fields: [bare, fieldOf(order, 'total')] });
    expect((await explainBrokenRule(violation, policyOf(registry), () => Promise.resolve([]))).fields).toHaveProperty('non_field_errors');
    expect(await named('foreign key', ['customer'], 'x')).toEqual(['customer']);
  });

  it('of a delete is a 409, or the words of a trigger', async () => {
    const error = broken('foreign key');
    const violation = await explained(error, null);
    expect(violation).toMatchObject({ code: 'protected', body: { blocked_by: [] } });
    expect(violation.cause).toBe(error);
    expect(await explained(broken('refused'), null)).toMatchObject({
      code: 'invalid',
      fields: { non_field_errors: ['the database’s words'] },
    });
  });

  it('asks for the columns of a save only', async () => {
    const errors: unknown[] = [];
    const columnsOf = async (error: ConstraintError): Promise<string[]> => {
      errors.push(error);
      return [];
    };
    for (const fields of [null, []])
      await explainBrokenRule(new ConstraintViolation(broken('refused'), { model: order, fields }), policyOf(registry), columnsOf);
    expect(errors).toHaveLength(1);
  });
});

describe('a violation', () => {
  it('has its subject, or the same without a row', async () => {
    const error = broken('check', 'no');
    const about = { model: order, fields: [], row: '7' };
    const thrown: unknown = await withConstraintErrors(about, () => Promise.reject(error)).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ConstraintViolation);
    expect(thrown).toMatchObject({
      name: 'ConstraintViolation',
      message: 'no',
      broken: error,
      model: order,
      fields: [],
      row: '7',
      cause: error,
    });
    expect((thrown as ConstraintViolation).ofNoRow()).toMatchObject({ broken: error, model: order, fields: [], row: undefined });
  });

  it('is no other error', async () => {
    const bug = new RangeError('a bug');
    await expect(withConstraintErrors({ model: order, fields: [] }, () => Promise.reject(bug))).rejects.toBe(bug);
    expect(await withConstraintErrors({ model: order, fields: [] }, () => Promise.resolve(7))).toBe(7);
  });

  it('that was found at the commit is about no field', () => {
    expect(unattributedViolation(broken('check')).fields).toEqual({ non_field_errors: ['A rule of the database forbids this (check).'] });
    expect(unattributedViolation(broken('refused')).fields).toEqual({ non_field_errors: ['the database’s words'] });
  });
});

describe('FieldProblems', () => {
  it('collects messages by field, and throws them together', () => {
    const problems = new FieldProblems();
    expect(problems.isEmpty).toBe(true);
    expect(() => problems.throwIfAny()).not.toThrow();
    problems.add('a', 'one');
    problems.add('a', 'two');
    problems.add('b', 'three');
    expect([problems.isEmpty, problems.has('a'), problems.has('c')]).toEqual([false, true, false]);
    expect(problems.asError()).toMatchObject({ code: 'invalid', detail: 'a: one', fields: { a: ['one', 'two'], b: ['three'] } });
    expect(problems.asError('7').detail).toBe('Row 7: a: one');
    expect(() => problems.throwIfAny('7')).toThrow('Row 7: a: one');
    expect(() => problems.throwIfAny()).toThrow(AdminError);
  });

  it('has words where there is no field, and no message', () => {
    expect(new FieldProblems().asError().detail).toBe('Invalid input.');
    const problems = new FieldProblems();
    problems.add('non_field_errors', 'No.');
    expect([problems.asError().detail, problems.asError('7').detail]).toEqual(['No.', 'Row 7: No.']);
  });
});
