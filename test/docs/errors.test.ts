import { expect, it } from 'vitest';
import { errorsPage } from '../../scripts/reference/errors-page.ts';

it('is the page of all errors', async () => {
  await expect(await errorsPage()).toMatchFileSnapshot('../../docs/reference/errors.md');
});
