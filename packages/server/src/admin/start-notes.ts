import { isSealedWithAnother } from '../auth/secret.ts';
import { minorUnitNotes } from '../model/build/minor-unit-notes.ts';
import { withheldNotes } from '../model/build/withheld-notes.ts';
import type { Core } from './connect.ts';

const otherSecretNote =
  'GRIMOIRE_SECRET is not the one of the last "grimoire migrate": tokens and sessions that were signed with that one are not valid here. Give that one too, as GRIMOIRE_SECRET_OLD; or run "grimoire migrate", if they are to end.';

/** Notes for the operator who starts the service. */
export async function startNotes({ database, tables, settings, registry, notes: ofConfig }: Core): Promise<readonly string[]> {
  const notes = [...ofConfig, ...withheldNotes(registry.models), ...minorUnitNotes(registry.models), ...(await database.notes())];
  // Before the first migration there are no tables.
  if (await isSealedWithAnother(database, tables, settings.secret).catch(() => false)) notes.push(otherSecretNote);
  if (settings.secret || settings.staffSource.methods.length === 0) return notes;
  return [
    ...notes,
    'GRIMOIRE_SECRET is not set: tokens are signed with a secret in the database, and anyone who can read the database can sign in as any user. "openssl rand -base64 48" makes a secret.',
  ];
}
