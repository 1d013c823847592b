import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Policy } from '../authorize/policy.ts';
import { type DocumentParts, openApiText } from './document.ts';

/** The total size of cached documents, in characters. */
const maxKept = 64 * 1024 * 1024;

/** What a document depends on, apart from the service. */
export interface WantedDocument extends Omit<DocumentParts, 'service'> {
  /** The path that a proxy puts before the base path, with no slash at its end. */
  readonly prefix: string;
}

/** The documents of a service, cached for each set of rights: two users with the same rights get the same document. */
export class Documents {
  readonly #service: DocumentParts['service'];
  readonly #texts = new LRUCache<string, string, DocumentParts>({
    maxSize: maxKept,
    sizeCalculation: (text) => text.length,
    fetchMethod: (_name, _stale, { context }) => openApiText(context),
    // A document that is evicted while it is being built still goes to the requests that wait for it.
    ignoreFetchAbort: true,
  });

  constructor(service: DocumentParts['service']) {
    this.#service = service;
  }

  /** The document as JSON text; waits for one that is being built. */
  textOf({ prefix, ...parts }: WantedDocument): Promise<string> {
    const service = { ...this.#service, basePath: `${prefix}${this.#service.basePath}` };
    return this.#texts.forceFetch(`${nameOf(parts)} ${prefix}`, { context: { ...parts, service } });
  }
}

/** A cache key from everything that a document depends on: rights, language, models, widgets. */
function nameOf({ policy, models, widgets }: Omit<DocumentParts, 'service'>): string {
  const { wording } = policy.registry;
  const hash = createHash('sha256').update(rightsOf(policy)).update('\0').update(wording.tag).update('\0');
  const isWhole = models.length === policy.registry.models.length;
  const params = Array.from(widgets, ([name, fields]) => [name, fields.map((field) => [field.name, field.type.name])]);
  hash.update(JSON.stringify([isWhole ? null : models.map(({ key }) => key), params]));
  return hash.digest('base64');
}

function rightsOf({ actor }: Policy): string {
  return actor.isSuperuser ? 'superuser' : JSON.stringify([...actor.permissions].sort());
}
