import type { AuthorizedPlan } from '../authorize/authorize.ts';
import type { ModelView } from '../authorize/policy.ts';
import type { Field } from '../model/field.ts';
import type { Cascade } from '../plan/cascade.ts';
import type { ActJob, Assignment, WritePlan } from '../plan/write.ts';
import type { SqlDialect } from './dialect.ts';
import { addCondition, type Shape, type Walk } from './shape.ts';
import { addView } from './view-shape.ts';

/** What the SQL of a write depends on, and its parameters. */
export function addWritePlan(shape: Shape, { plan, policy, view, where }: AuthorizedPlan<WritePlan>, dialect: SqlDialect): void {
  const walk: Walk = { dialect, policy, isScoped: false };
  switch (plan.kind) {
    case 'targets':
      shape.add(plan.mode, plan.right);
      break;
    case 'act':
      addJob(shape, { job: plan.job, view }, walk);
      break;
    case 'insert':
    case 'update':
      for (const assignment of plan.values) addAssignment(shape, assignment, dialect);
      if (plan.kind === 'insert') return;
      break;
    case 'link':
    case 'unlink':
      shape.add(plan.field.name);
      shape.bind(plan.field, dialect.bindList(plan.targets, innerOf(plan.field)));
      break;
    case 'questions':
      addQuestions(shape, plan.questions, walk);
      return;
    case 'consequences':
    case 'cascaded keys':
      if (plan.kind === 'consequences') shape.add(plan.right, plan.cap);
      else shape.add(plan.limit);
      addScopes(shape, plan.cascade, walk);
      break;
    case 'unlinked':
      shape.add(plan.cascade.bystanders.indexOf(plan.bystander), plan.limit);
      addScopes(shape, plan.cascade, walk);
      break;
    case 'delete':
      break;
  }
  addCondition(shape, where, walk);
}

function addJob(shape: Shape, { job, view }: { readonly job: ActJob; readonly view: ModelView }, walk: Walk): void {
  shape.add(job.do);
  if ('isLocked' in job) shape.add(job.isLocked);
  if (job.do === 'keys') shape.add(job.limit);
  if (job.do === 'update') for (const assignment of job.values) addAssignment(shape, assignment, walk.dialect);
  if (job.do !== 'show' && job.do !== 'write down') return;
  if (job.do === 'write down') shape.add(job.isRaw);
  shape.add(...job.fields.map((field) => field.name));
  addView(shape, view, walk);
}

/** The field of the keys that a many-to-many field has. */
export function innerOf(field: Field): Field {
  if (!field.inner) throw new Error(`${field.name} points to nothing`);
  return field.inner;
}

function addAssignment(shape: Shape, assignment: Assignment, dialect: SqlDialect): void {
  const { field, written } = assignment;
  shape.add(field.name, written.kind === 'sql' ? written.text : undefined);
  if (written.kind === 'value') shape.bind(assignment, dialect.bindStored(written.value, field));
  else if (written.kind === 'driver') shape.bind(assignment, dialect.bindDriver(written.parameter));
}

function addQuestions(shape: Shape, questions: Extract<WritePlan, { kind: 'questions' }>['questions'], walk: Walk): void {
  for (const question of questions) {
    if (question.kind !== 'columns') {
      shape.add(question.kind, question.model.key);
      addCondition(shape, question.condition, walk);
      if (question.kind === 'all') shape.bind(question, question.count);
    } else {
      shape.add('columns', question.table.schema, question.table.name);
      for (const pair of question.pairs) {
        shape.add(pair.column);
        shape.bind(pair, walk.dialect.bindStored(pair.value, pair.field));
      }
    }
  }
}

function addScopes(shape: Shape, cascade: Cascade, walk: Walk): void {
  // Which model stands for a table depends on who asks.
  const tables = [...cascade.nodes, ...cascade.bystanders];
  shape.add(...tables.map(({ model }) => model?.key));
  for (const { model } of tables.slice(1)) {
    if (model) addCondition(shape, walk.policy.view(model).scope, { ...walk, isScoped: true });
  }
}
