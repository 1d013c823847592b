/** Warnings of Node that the user of a command can do nothing about. */
function isKnown(warning: Error): boolean {
  // A `package.json` without `type`, as older versions of `npm init` write it; and Node 22 calls its SQLite experimental.
  const isFormat = (warning as { readonly code?: unknown }).code === 'MODULE_TYPELESS_PACKAGE_JSON';
  return isFormat || (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite '));
}

/** From now on, the process prints no such warning; others are printed as before. */
export function hideKnownWarnings(): void {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!isKnown(warning)) for (const print of printers) print(warning);
  });
}
