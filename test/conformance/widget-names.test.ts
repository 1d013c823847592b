import { defineAdmin, model, registerWidget, sqlite } from 'grimoire';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { forgetRegisteredWidgets } from '../support/registered-widgets.ts';

forgetRegisteredWidgets();

describe('widgets that a process registers', () => {
  const start = async (): Promise<void> => {
    const settings = { logger: pino({ level: 'silent' }) };
    const admin = defineAdmin({ database: sqlite(':memory:'), models: [model('note', 't.Note')], settings });
    try {
      await admin.operations.registry();
    } finally {
      await admin.close();
    }
  };

  it('may be registered again after a start, such as by a module that was edited, and not twice before one', async () => {
    registerWidget('sales')(() => ({ version: 1 }));
    registerWidget('sales')(() => ({ version: 1 }));
    // The table is not there; the widgets are no problem.
    await expect(start()).rejects.toThrow(/E004/);
    registerWidget('sales')(() => ({ version: 2 }));
    await expect(start()).rejects.not.toThrow(/E041/);
    registerWidget('stock')(() => ({ first: true }));
    registerWidget('stock')(() => ({ second: true }));
    await expect(start()).rejects.toThrow(/E041 widgets\.stock/);
    registerWidget('staff', { permission: 't.view_note' })(() => ({ same: true }));
    registerWidget('staff', { permission: 't.view_note' })(() => ({ same: true }));
    registerWidget('open', { permission: 't.view_note' })(() => ({ same: true }));
    registerWidget('open')(() => ({ same: true }));
    const error: unknown = await start().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('E041 widgets.open');
    expect(String(error)).not.toContain('widgets.staff');
    // Trying again does not make it right.
    await expect(start()).rejects.toThrow(/E041 widgets\.stock/);
  });
});
