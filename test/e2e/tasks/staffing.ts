/** Tasks about colleagues and one's own account. */
import assert from 'node:assert/strict';
import type { Task } from './task.ts';

export const staffing: readonly Task[] = [
  {
    name: 'Give a group the right to change products',
    async run(hand) {
      const { page, service } = hand;
      await hand.list('Groups');
      await hand.click(page.getByRole('main').getByRole('link', { name: 'Warehouse' }));
      await hand.enter(page.getByLabel('Find a model'), 'product');
      await hand.click(page.getByRole('checkbox', { name: 'Can change product', exact: true }));
      await hand.press('Control+s');
      await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' });
      await hand.rest();
      const { id } = await service.row('auth.Group', 'name', 'Warehouse');
      const group = await service.get(`r/auth.Group/${id}/`);
      const permission = (await service.get('r/auth.Permission/?codename=change_product')).results[0];
      assert.ok(group.permissions.includes(permission.id));
    },
  },
  {
    name: 'Add a colleague, in a group',
    async run(hand) {
      const { page, service } = hand;
      await hand.list('Users');
      await hand.click(page.getByRole('link', { name: 'New user' }));
      await hand.enter(page.getByRole('textbox', { name: 'Username' }), 'otto');
      await hand.enter(page.getByRole('textbox', { name: 'Password' }), 'oak and ash 7');
      await hand.choose(page.getByRole('combobox', { name: 'Groups' }), 'Warehouse');
      await hand.click(page.getByRole('switch', { name: 'Staff' }));
      await hand.press('Control+s');
      await page.waitForURL(/auth\.User\/\d+$/);
      const user = await service.get(`r/auth.User/${(await service.row('auth.User', 'username', 'otto')).id}/`);
      const group = await service.row('auth.Group', 'name', 'Warehouse');
      assert.deepEqual([user.groups, user.is_staff], [[group.id], true]);
      await service.signIn('otto', 'oak and ash 7');
    },
  },
  {
    name: 'Change one’s own password',
    username: 'nils',
    async run(hand) {
      const { page, service } = hand;
      await hand.button(/^Nils Åkesson/);
      await hand.click(page.getByRole('menuitem', { name: 'Profile' }));
      await hand.enter(page.getByRole('textbox', { name: 'Current password' }), 'nils');
      await hand.enter(page.getByRole('textbox', { name: 'New password' }), 'oak and ash 7');
      await hand.press('Enter');
      await page.getByText('The password is changed.').waitFor();
      await service.signIn('nils', 'oak and ash 7');
    },
  },
];
