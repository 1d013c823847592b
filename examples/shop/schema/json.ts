/** What a product's JSON column holds; categories differ in what they say of their products. */
export interface ProductAttributes {
  readonly color?: string;
  readonly material?: string;
  readonly dimensions?: { readonly width: number; readonly height: number; readonly depth: number };
  readonly care?: readonly string[];
  readonly warrantyMonths?: number;
}

/** What a customer's profile remembers. */
export interface ProfilePreferences {
  readonly language: string;
  readonly channels: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** What a log entry knows beyond its message. */
export interface EventContext {
  readonly order?: string;
  readonly attempt?: number;
  readonly tags?: readonly string[];
}

/** The value of a setting of the shop: any JSON. */
export type SettingValue = string | number | boolean | null | readonly SettingValue[] | { readonly [name: string]: SettingValue };
