/** react-admin's data and auth providers for a Grimoire service. */
export { authProvider, type AuthProviderOptions, type PermissionsByModel, userIdOf } from './auth-provider.ts';
export { type ActionParams, dataProvider, type DataProviderOptions, type GrimoireDataProvider } from './data-provider.ts';
export { RequestError } from './request-error.ts';
export { periodNames } from '@grimoire/protocol';
export { changesOf, filtersOf, isSame, rowOf, type ServedRecord } from './records.ts';
