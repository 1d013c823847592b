import { catalogues, type LanguageTag } from '../texts/catalogues.ts';
import { preferredLanguage } from '../texts/negotiate.ts';
import type { LanguageTerms } from '../model/config/language.ts';
import type { Registry } from '../model/registry.ts';
import { ownTerms } from './own-terms.ts';
import { translateModels } from '../model/build/translate.ts';

/** What the languages of a service are made of. */
export interface LanguageParts {
  /** The language of answers to requests that ask for none. */
  readonly usual: LanguageTag;
  readonly offered: readonly LanguageTag[];
  /** The names of the configuration, by language. */
  readonly terms: Readonly<Partial<Record<LanguageTag, LanguageTerms>>>;
  /** The models with the names of the configuration itself. */
  readonly registry: Registry;
  /** Builds such models anew. */
  readonly build: () => Registry;
  /** The key of the model to whose rows staff are linked, if there is one. */
  readonly linked: string | undefined;
}

/** The languages of a service: its models in each of them, built when it is first asked for. */
export class Languages {
  readonly #parts: LanguageParts;
  readonly #registries = new Map<LanguageTag, Registry>();

  constructor(parts: LanguageParts) {
    this.#parts = parts;
  }

  get usual(): LanguageTag {
    return this.#parts.usual;
  }

  get offered(): readonly LanguageTag[] {
    return this.#parts.offered;
  }

  /** The language that an `Accept-Language` header asks for; the usual one without the header. */
  chosenBy(header: string | null): LanguageTag {
    const { usual, offered } = this.#parts;
    return header === null ? usual : (offered.find((tag) => tag === preferredLanguage(header, offered, usual)) ?? usual);
  }

  /** The models in a language. Every answer in that language is made of these alone. */
  registryIn(tag: LanguageTag): Registry {
    const cached = this.#registries.get(tag);
    if (cached) return cached;
    const { registry, terms } = this.#parts;
    const translated = catalogues[tag].names === null && terms[tag] === undefined ? registry : this.#translated(tag);
    this.#registries.set(tag, translated);
    return translated;
  }

  #translated(tag: LanguageTag): Registry {
    const { terms, build, linked } = this.#parts;
    const { models = {}, groups = {}, widgets = {}, home = {} } = terms[tag] ?? {};
    const catalogue = catalogues[tag];
    const registry = build();
    const linkedName = linked && (models[linked]?.verboseName ?? registry.find(linked)?.verboseName);
    const own = ownTerms(catalogue.names, registry, linkedName);
    translateModels(registry, own.ofModels);
    translateModels(registry, models);
    // The log calls actions by the names that they have now.
    translateModels(registry, own.ofLog(registry));
    return registry.inLanguage(catalogue, {
      groups: new Map(Object.entries({ ...own.groups, ...groups })),
      widgets: new Map(Object.entries({ ...own.widgets, ...widgets })),
      home: new Map(Object.entries(home)),
      entryColumns: new Map(Object.entries(own.entryColumns)),
    });
  }
}
