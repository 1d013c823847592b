/** `@grimoire/client` of the dashboard, for its extensions: an error is of one class only. */
export * from '@grimoire/client';
