import { customType, pgEnum } from 'drizzle-orm/pg-core';
import { addressKind, jobStatus, logLevel, movementKind, orderStatus, paymentMethod, productStatus } from '../choices.ts';

/** Binary values, which Drizzle has no column for. */
export const bytea = customType<{ data: Buffer; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => `\\x${value.toString('hex')}`,
});

export const productStatusEnum = pgEnum('catalog_product_status', productStatus.values);
export const addressKindEnum = pgEnum('crm_address_kind', addressKind.values);
export const orderStatusEnum = pgEnum('sales_order_status', orderStatus.values);
export const paymentMethodEnum = pgEnum('billing_payment_method', paymentMethod.values);
export const movementKindEnum = pgEnum('inventory_movement_kind', movementKind.values);
export const logLevelEnum = pgEnum('ops_log_level', logLevel.values);
export const jobStatusEnum = pgEnum('ops_job_status', jobStatus.values);
