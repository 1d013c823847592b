import type { ModelSchema } from '@grimoire/protocol';
import type { Extension, Kind } from './extension.ts';

/** The kinds of the page's extension, by name. A kind of one field alone has the field's name: `sales.Order.total`. */
export class OwnKinds {
  #kinds: ReadonlyMap<string, Kind> = new Map();
  #fields: ReadonlyMap<string, string> = new Map();
  readonly #missed = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** It grows when they are replaced. */
  get version(): number {
    return this.#version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes those of an extension, in the place of those before. */
  set({ kinds = {}, fields = {} }: Pick<Extension, 'kinds' | 'fields'>): void {
    const single = Object.entries(fields).flatMap(([field, kind]) => (typeof kind === 'string' ? [] : [[field, kind] as const]));
    this.#kinds = new Map([...Object.entries(kinds), ...single]);
    this.#fields = new Map(Object.entries(fields).map(([field, kind]) => [field, typeof kind === 'string' ? kind : field]));
    this.#version += 1;
    for (const tell of this.#listeners) tell();
  }

  /** The kind with a name. Says once on the console that there is none. */
  get(name: string): Kind | undefined {
    const kind = this.#kinds.get(name);
    if (!kind && !this.#missed.has(name)) {
      this.#missed.add(name);
      console.warn(`No extension of the dashboard has the kind "${name}": fields with it are shown by their types.`);
    }
    return kind;
  }

  /** The schema, with the kinds of its fields that the extension names. */
  applied(schema: ModelSchema): ModelSchema {
    if (this.#fields.size === 0) return schema;
    return {
      ...schema,
      fields: schema.fields.map((field) => {
        const name = this.#fields.get(`${schema.model}.${field.name}`);
        return name === undefined ? field : { ...field, widget: { kind: 'own', name } };
      }),
    };
  }
}

/** Those of this page: which component shows a field is asked in many places, also outside of components. */
export const ownKinds: OwnKinds = new OwnKinds();
