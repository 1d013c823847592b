import type { HomeCard } from '@grimoire/protocol';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeService, InDashboard } from '../testing/fake-service.tsx';
import { HomeCardBox } from './home-card.tsx';

it('a card for which the service had no time is asked for again', async () => {
  const card: HomeCard = { key: 'late', title: 'Orders', kind: 'table', width: 'full', rows: 1 };
  const answers: object[] = [{ complete: false }, { rows: [{ number: 'A-7' }] }];
  const service = fakeService([], { 'GET home/main/late/': () => ({ body: answers.shift() }) });
  render(
    <InDashboard service={service}>
      <HomeCardBox dashboard="main" card={card} timeZone="UTC" />
    </InDashboard>,
  );
  await screen.findByText('This took too long.', { exact: false });
  expect(await screen.findByRole('cell', { name: 'A-7' }, { timeout: 10_000 })).toBeTruthy();
  expect(answers).toEqual([]);
});
