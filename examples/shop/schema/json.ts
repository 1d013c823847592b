/** What a product's JSON column holds; categories differ in what they say of their products. */
export interface ProductAttributes {
  readonly color?: string;
  readonly material?: string;
  readonly dimensions?: { readonly width: number; readonly height: number; readonly depth: number };
  readonly care?: readonly string[];
  readonly warrantyMonths?: number;
}

/** The schema of it, from which its form is made. */
export const productAttributes = {
  type: 'object',
  properties: {
    color: { type: 'string', minLength: 1, title: 'Color' },
    material: { type: 'string', title: 'Material' },
    dimensions: {
      type: 'object',
      title: 'Dimensions',
      description: 'In centimetres.',
      properties: {
        width: { type: 'number', exclusiveMinimum: 0, title: 'Width' },
        height: { type: 'number', exclusiveMinimum: 0, title: 'Height' },
        depth: { type: 'number', exclusiveMinimum: 0, title: 'Depth' },
      },
      required: ['width', 'height', 'depth'],
    },
    care: { type: 'array', maxItems: 10, title: 'Care', items: { type: 'string', minLength: 1, title: 'Hint' } },
    warrantyMonths: { type: 'integer', minimum: 0, maximum: 240, title: 'Warranty in months' },
  },
} as const;

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
