import { createHash } from 'node:crypto';
import type { Policy } from '../authorize/policy.ts';
import { type DocumentParts, openApiText } from './document.ts';

/** Characters of documents that are kept. */
const maxKept = 64 * 1024 * 1024;

/** The documents of a service, kept for each set of rights: two users who may do the same are shown the same. */
export class Documents {
  readonly #service: DocumentParts['service'];
  /** The one that was asked for last stands last. */
  readonly #kept = new Map<string, { readonly text: Promise<string>; size: number }>();

  constructor(service: DocumentParts['service']) {
    this.#service = service;
  }

  /** The document as JSON text; one that is being made is waited for. */
  async textOf(parts: Omit<DocumentParts, 'service'>): Promise<string> {
    const name = nameOf(parts);
    const kept = this.#kept.get(name) ?? { text: openApiText({ ...parts, service: this.#service }), size: 0 };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    try {
      const text = await kept.text;
      kept.size = text.length;
      return text;
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    } finally {
      this.#forget();
    }
  }

  /** Those that were not asked for the longest go first. */
  #forget(): void {
    let size = 0;
    for (const [name, kept] of Array.from(this.#kept).toReversed()) {
      size += kept.size;
      if (size > maxKept) this.#kept.delete(name);
    }
  }
}

/** What a document depends on: rights, models, widgets. */
function nameOf({ policy, models, widgets }: Omit<DocumentParts, 'service'>): string {
  const hash = createHash('sha256').update(rightsOf(policy)).update('\0');
  const isWhole = models.length === policy.registry.models.length;
  const params = Array.from(widgets, ([name, fields]) => [name, fields.map((field) => [field.name, field.type.name])]);
  hash.update(JSON.stringify([isWhole ? null : models.map(({ key }) => key), params]));
  return hash.digest('base64');
}

function rightsOf({ actor }: Policy): string {
  return actor.isSuperuser ? 'superuser' : JSON.stringify([...actor.permissions].sort());
}
