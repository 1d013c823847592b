import { sql, type UntypedTables, type Widget, widget, type WidgetContext } from 'grimoire';
import type { ShopTarget } from './database/connection.ts';
import { visibleRegions } from './models/region-scope.ts';

const day = 24 * 3600 * 1000;
const permission = 'sales.view_order';

/** How a database writes the day of a point in time, and a point in time itself. */
interface Clock {
  readonly dayOf: ReturnType<typeof sql<string>>;
  readonly isoOf: ReturnType<typeof sql<string>>;
  at(milliseconds: number): string | number;
}

function clockOf(target: ShopTarget): Clock {
  if ('sqlite' in target) {
    return {
      dayOf: sql<string>`strftime('%Y-%m-%d', placed_at / 1000, 'unixepoch')`,
      isoOf: sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', placed_at / 1000, 'unixepoch')`,
      at: (milliseconds) => milliseconds,
    };
  }
  return {
    dayOf: sql<string>`to_char(placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    isoOf: sql<string>`to_char(placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    at: (milliseconds) => new Date(milliseconds).toISOString(),
  };
}

/** The orders that the actor may see: a widget's queries are its own, so it keeps to the row scope by itself. */
function orders({ actor, database }: WidgetContext) {
  const all = database.selectFrom('sales_order').innerJoin('crm_customer', 'crm_customer.id', 'sales_order.customer_id');
  const regions = visibleRegions(actor);
  return regions === 'every' ? all : all.where('crm_customer.region', 'in', regions);
}

interface Sum {
  readonly currency: string;
  readonly orders: number;
  readonly revenue: number;
}

function ordersIn(sums: readonly Sum[]): number {
  return sums.reduce((total, { orders: count }) => total + count, 0);
}

/** What the home page of the dashboard shows of the shop (CONTRACT §9). */
export function shopWidgets(target: ShopTarget): Readonly<Record<string, Widget>> {
  const clock = clockOf(target);
  const since = (days: number) => clock.at(Date.now() - days * day);

  /** Orders of a span of days, in each currency. */
  const sums = async (context: WidgetContext, from: number, to: number): Promise<readonly Sum[]> => {
    const rows = await orders(context)
      .select([
        'sales_order.currency as currency',
        sql<string | number>`count(*)`.as('orders'),
        sql<string | number>`coalesce(sum(sales_order.total), 0)`.as('revenue'),
      ])
      .where('placed_at', '>=', since(from))
      .where('placed_at', '<', since(to))
      .groupBy('sales_order.currency')
      .orderBy('orders', 'desc')
      .execute();
    return rows.map((row) => ({ currency: String(row.currency), orders: Number(row.orders), revenue: Math.round(Number(row.revenue)) }));
  };

  return {
    stats: widget({ permission }, async (context) => {
      const [month, before] = [await sums(context, 30, 0), await sums(context, 60, 30)];
      const open = await orders(context)
        .select(sql<string | number>`count(*)`.as('n'))
        .where('status', 'in', ['new', 'paid'])
        .executeTakeFirst();
      return {
        cards: [
          { key: 'orders', label: 'Orders in 30 days', value: ordersIn(month), delta: ordersIn(month) - ordersIn(before) },
          // Sums of different currencies are no sum.
          ...month.map(({ currency, revenue }) => ({
            key: `revenue_${currency.toLowerCase()}`,
            label: `Revenue in 30 days, ${currency}`,
            value: revenue,
            delta: revenue - (before.find((sum) => sum.currency === currency)?.revenue ?? 0),
          })),
          { key: 'open', label: 'Open orders', value: Number(open?.n ?? 0) },
        ],
      };
    }),
    trend: widget({ permission, params: { days: { type: 'PositiveIntegerField', default: 30 } } }, async (context) => {
      const days = Math.min(Number(context.params['days']), 366);
      const rows = await orders(context)
        .select([clock.dayOf.as('date'), sql<string | number>`count(*)`.as('count')])
        .where('placed_at', '>=', since(days))
        .groupBy(clock.dayOf)
        .orderBy('date')
        .execute();
      return { points: rows.map(({ date, count }) => ({ date, count: Number(count) })) };
    }),
    'recent-activity': widget({ permission }, async (context) => {
      const rows = await orders(context)
        .select(['sales_order.id as id', 'number', 'first_name', 'last_name', clock.isoOf.as('created_at')])
        .orderBy('placed_at', 'desc')
        .limit(10)
        .execute();
      return { rows: rows.map(activityOf), columns: activityColumns };
    }),
  };
}

const column = { type: 'CharField', required: false, editable: false, null: false } as const;

/** How the dashboard shows the rows: `object_repr` links to the order. */
const activityColumns = [
  { ...column, name: 'actor', verbose_name: 'who' },
  { ...column, name: 'action_display', verbose_name: 'what' },
  { ...column, name: 'object_repr', verbose_name: 'order', widget: { kind: 'row', model: 'model_label', key: 'object_pk' } },
  { ...column, name: 'created_at', verbose_name: 'when', type: 'DateTimeField' },
];

type OrderRow = UntypedTables[string] & { readonly created_at: string };

function activityOf(row: OrderRow): object {
  return {
    id: Number(row['id']),
    actor: `${String(row['first_name'])} ${String(row['last_name'])}`,
    action: 'create',
    action_display: 'ordered',
    model_label: 'sales.Order',
    object_pk: String(row['id']),
    object_repr: String(row['number']),
    created_at: row.created_at,
  };
}
