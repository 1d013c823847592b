import type { Policy } from '../authorize/policy.ts';
import { invalidParameter, RequestProblems } from '../errors/errors.ts';
import type { Queries } from '../model/config/queries.ts';
import type { StoredRow } from '../model/config/hooks.ts';
import type { Field } from '../model/field.ts';
import { InvalidValue, type Value } from '../model/field-type.ts';
import { checkValue, missingTarget, parseInput, toWire } from '../model/input.ts';
import type { Model } from '../model/model.ts';
import { isSuggested } from '../model/suggest.ts';
import type { Store } from '../store/store.ts';
import { maySeeTarget } from '../store/param-targets.ts';
import type { HostCalls } from '../store/host-calls.ts';
import { isSaid, type Said, say } from '../texts/message.ts';

/** What suggestions are made with. */
export interface SuggestParts {
  readonly store: Store;
  readonly database: Queries;
  readonly calls: HostCalls;
}

/** A field whose value a user has chosen in a form, and the values of that form. */
export interface SuggestRequest {
  readonly model: Model;
  readonly field: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Asks the config which values other fields of a form should have (CONTRACT §15). */
export class Suggestions {
  readonly #parts: SuggestParts;

  constructor(parts: SuggestParts) {
    this.#parts = parts;
  }

  /**
   * The values by field, only of fields that the user may write. Throws a 400 for a field without suggestions, for a value that is not one
   * of its field, and for a row that the user may not view; a `timeout` if the function takes too long.
   */
  async run({ model, field: name, values }: SuggestRequest, policy: Policy): Promise<StoredRow> {
    const open = openFields(model, policy);
    const field = open.get(name);
    const suggest = model.suggest.get(name);
    if (!field || !suggest) throw invalidParameter('field', say('notSuggested'));
    const row = await this.#read({ model, field, values }, open, policy);
    const language = policy.registry.wording.tag;
    const context = { actor: policy.actor, language, value: row[name], row, database: this.#parts.database };
    const suggestions = await this.#parts.calls.run(policy, async () => suggest(context));
    return suggestedValues(model, suggestions ?? {}, open);
  }

  /** The values of a form, of which only some may have been entered. Rows that the user may not view are left out. */
  async #read({ model, field: chosen, values }: { model: Model; field: Field; values: StoredRow }, open: OpenFields, policy: Policy) {
    const row: Record<string, unknown> = Object.fromEntries(Array.from(open.keys(), (name) => [name, null]));
    const problems = new RequestProblems();
    for (const [name, raw] of Object.entries(values)) {
      if (problems.isFull) break;
      const field = open.get(name);
      if (!field) {
        if (!model.fieldByName.has(name)) problems.add(`values.${name}`, say('unknownField'));
        continue;
      }
      const value = await this.#valueOf(field, raw, policy);
      row[name] = isSaid(value) ? null : value.wire;
      if (isSaid(value) && field === chosen) problems.add(`values.${name}`, value);
    }
    problems.throwIfAny();
    return row;
  }

  /** @returns the value in the form of the API; a message says what is wrong with it. */
  async #valueOf(field: Field, raw: unknown, policy: Policy): Promise<{ readonly wire: unknown } | Said> {
    let value: Value;
    try {
      value = parseInput(field, raw ?? null);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      return error.said;
    }
    if (field.relation && value !== null && !(await maySeeTarget(this.#parts.store, policy, field, value))) return missingTarget(value);
    return { wire: toWire(value, field) };
  }
}

type OpenFields = ReadonlyMap<string, Field>;

/** The fields that a user sees and writes in a form, and that the function of a config is given. */
function openFields(model: Model, policy: Policy): OpenFields {
  const { fields } = policy.access(model);
  return new Map(fields.filter((field) => isSuggested(model, field)).map((field) => [field.name, field]));
}

/** What a function has returned. Throws if it is not a value of its field: the config is wrong, not the request. */
function suggestedValues(model: Model, found: Readonly<Record<string, unknown>>, open: OpenFields): StoredRow {
  const entries = Object.entries(found).filter(([, raw]) => raw !== undefined);
  const served = entries.flatMap(([name, raw]): [string, unknown][] => {
    const field = model.fieldByName.get(name);
    if (!field || !isSuggested(model, field)) throw new Error(`suggest of ${model.key} gives "${name}", which is no field of a form.`);
    const value = parseInput(field, raw);
    if (value !== null) checkValue(field, value);
    return open.has(name) ? [[name, toWire(value, field)]] : [];
  });
  return Object.fromEntries(served);
}
