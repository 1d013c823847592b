/** The names of a field, or of a parameter, in one language. */
export interface FieldTerms {
  readonly label?: string;
  readonly helpText?: string;
  /** The labels of its choices, by their values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The titles and descriptions of its `schema`, by the texts that the schema has. */
  readonly schema?: Readonly<Record<string, string>>;
}

/** The names of an action in one language. */
export interface ActionTerms {
  readonly label?: string;
  readonly confirm?: string;
  readonly irreversible?: string;
  readonly params?: Readonly<Record<string, FieldTerms>>;
}

/** The names of a model in one language. */
export interface ModelTerms<Name extends string = string> {
  readonly verboseName?: string;
  /** By default the same as `verboseName`. */
  readonly verboseNamePlural?: string;
  readonly fields?: { readonly [N in Name]?: FieldTerms };
  /** By their keys. */
  readonly actions?: Readonly<Record<string, ActionTerms>>;
  /** The tabs of its form, and the titles and texts of its sections, by the texts that the config has. */
  readonly form?: Readonly<Record<string, string>>;
}

/** The names of a configuration in one language. A name that is not given stays as the configuration has it. */
export interface LanguageTerms<Rows extends object = Readonly<Record<string, object>>> {
  readonly models?: { readonly [Key in keyof Rows & string]?: ModelTerms<keyof Rows[Key] & string> };
  /** Headings of the menu: groups by their names, and apps that are in no group by their labels. */
  readonly groups?: Readonly<Record<string, string>>;
  /** The titles of widgets, by their names. */
  readonly widgets?: Readonly<Record<string, string>>;
  /** Titles, units and the texts of links of the home page, by the texts that the config has. */
  readonly home?: Readonly<Record<string, string>>;
}
