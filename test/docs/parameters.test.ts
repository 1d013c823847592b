import { expect, it } from 'vitest';
import { parametersPage } from '../../scripts/reference/parameters-page.ts';

it('is the page of all parameters', async () => {
  await expect(await parametersPage()).toMatchFileSnapshot('../../docs/reference/parameters.md');
});
