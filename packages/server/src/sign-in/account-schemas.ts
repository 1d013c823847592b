import type {
  Brand,
  BrandLogo,
  Credentials,
  LoginAnswer,
  RefreshAnswer,
  ServiceConfig,
  SessionAnswer,
  SignInWays,
} from '@grimoire/protocol';
import {
  boolean,
  choiceOf,
  constant,
  list,
  objectOf,
  optional,
  referencesTo,
  type SchemaOf,
  type SchemasOf,
  strict,
  text,
  trusted,
} from '../openapi/shapes.ts';

/** The types of sign-ins and of the service's settings, by the names of their schemas. */
interface AccountTypes {
  readonly Credentials: Credentials;
  readonly TokenPair: RefreshAnswer;
  readonly Login: LoginAnswer | SessionAnswer;
  readonly SignInWays: SignInWays;
  readonly Config: ServiceConfig;
}

/** A reference to one of the schemas of sign-ins and of the service's settings. */
export const refToAccount: ReturnType<typeof referencesTo<AccountTypes>> = referencesTo<AccountTypes>();

/** A reference to the payload of a user, which the configuration may define: `document.ts` has its schema. */
export const refToUser: SchemaOf<unknown> = trusted({ $ref: '#/components/schemas/User' });

const brand: SchemaOf<Brand> = {
  ...objectOf<Brand>({ name: text, accent: text, logo: optional(objectOf<BrandLogo>({ light: text, dark: text })) }),
  description: 'A logo is a `data:` URI of a picture, or a path on the origin of the service.',
};

/** The schemas of login and logout (CONTRACT §10). */
export const accountSchemas: SchemasOf<AccountTypes> = {
  Credentials: strict(objectOf({ username: text, password: { ...text, format: 'password' }, session: optional(boolean) })),
  TokenPair: objectOf({ access: text, refresh: text }),
  Login: {
    ...objectOf<LoginAnswer | SessionAnswer>({ access: optional(text), refresh: optional(text), user: refToUser }),
    description: 'The tokens, unless a session was asked for.',
  },
  SignInWays: objectOf({
    passwords: boolean,
    passkeys: boolean,
    reset: boolean,
    providers: list(objectOf({ key: text, label: text, url: text })),
  }),
  Config: {
    ...objectOf<ServiceConfig>({
      brand,
      auth: choiceOf('jwt', 'session'),
      sign_in: refToAccount('SignInWays'),
      maintenance: optional(constant(true)),
      language: text,
      languages: list(text),
    }),
    description:
      '`sign_in` lists the ways to sign in. `maintenance` is given, and true, while nothing can be changed. `language` is that of this answer, `languages` are those that the header `Accept-Language` may ask for.',
    examples: [
      {
        brand: { name: 'Grimoire', accent: '#5b4b8a' },
        auth: 'jwt',
        sign_in: { passwords: true, passkeys: false, reset: false, providers: [] },
        language: 'en',
        languages: ['de', 'en'],
      },
    ],
  },
};
