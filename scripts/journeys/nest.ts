import assert from 'node:assert/strict';
import { npm } from '../hosts/commands.ts';
import type { Place } from './place.ts';
import type { Journey } from './shapes.ts';

const main = `import { NestFactory } from '@nestjs/core';
import { toNodeHandler } from 'grimoire/node';
import { AppModule } from './app.module';
import admin from './grimoire.config';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.use('/admin', toNodeHandler(admin.withDashboard()));
  await app.listen(process.env.PORT ?? 3000, '127.0.0.1');
  console.log(await app.getUrl());
}
bootstrap();
`;
const config =
  "import { defineAdmin, sqlite } from 'grimoire';\n\nexport default defineAdmin({ database: sqlite('a.db'), baseUrl: '/admin/api/' });\n";

async function isServed(place: Place): Promise<void> {
  await place.node('node_modules/grimoire/bin/grimoire.js', 'migrate', '--config', 'src/grimoire.config.ts');
  await place.during(npm('run', 'start'), async (origin) => {
    const page = await fetch(`${origin}/admin/`);
    assert.deepEqual([page.status, /<div id="root">/.test(await page.text())], [200, true]);
    assert.equal((await fetch(`${origin}/admin/api/config/`)).status, 200);
    assert.equal(await (await fetch(origin)).text(), 'Hello World!');
  });
}

/** Projects as `nest new` makes them; that of version 10 is CommonJS with the resolution that knows no `exports`. */
export const nest: readonly Journey[] = ['10', '11'].map((version) => ({
  name: `nest-${version}`,
  async run(place) {
    const made = ['new', 'app', '--directory', '.', '--skip-install', '--skip-git', '--package-manager', 'npm'];
    await place.node(...npm('exec', '--yes', '--', `@nestjs/cli@${version}`, ...made));
    await place.add();
    place.write({ 'src/main.ts': main, 'src/grimoire.config.ts': config });
    await isServed(place);
  },
}));
