import { postgres, sqlite } from 'grimoire';
import { fixtureAdmin } from './fixture-admin.ts';

const [address = ''] = process.argv.slice(2);
const admin = fixtureAdmin(address.startsWith('sqlite:') ? sqlite(address.slice('sqlite:'.length)) : postgres(address));
// Everything is loaded by now: the migration begins when its parent says so.
process.once('message', () => {
  void admin.operations
    .migrate()
    .then(() => admin.close())
    .then(() => process.exit(0))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.send?.('ready');
