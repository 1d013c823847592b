import type { ModelSchema } from '@grimoire/protocol';
import { capitalized } from '../../schema/use-schema.ts';

/** The heading of a list. */
export function headingOf(schema: Pick<ModelSchema, 'verbose_name_plural'>): string {
  return capitalized(schema.verbose_name_plural);
}
