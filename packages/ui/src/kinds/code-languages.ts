import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from '@grimoire/protocol';

/** Each language is loaded where a field has it. */
const loaders: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  text: () => Promise.resolve([]),
};

/** The grammar of a language; none where it can not be loaded, or where a newer service names one that is unknown here. */
export async function languageOf(language: CodeLanguage): Promise<Extension> {
  try {
    return Object.hasOwn(loaders, language) ? await loaders[language]() : [];
  } catch {
    return [];
  }
}
