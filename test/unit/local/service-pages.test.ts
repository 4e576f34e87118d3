import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectDir } from '../../../infra/build/project-paths.ts';
import { behaviours } from '../../../infra/edge/path-behaviours.ts';
import { incoming as listening } from '../../../infra/local/appsync/listener.ts';
import { API_OPERATION as publishOperation } from '../../../infra/local/appsync/publish-api.ts';
import { API_OPERATION as invalidationOperation } from '../../../infra/local/cloudfront/invalidation-api.ts';
import { ADMIN_OPERATION } from '../../../infra/local/cognito/admin-api.ts';
import { paths as cognitoPaths, USER_POOL_ID } from '../../../infra/local/cognito/cognito-pool.ts';
import { ROUTES as s3Routes } from '../../../infra/local/s3/routes.ts';
import { operations as queueOperations } from '../../../infra/local/sqs/operations.ts';
import { API_OPERATION as parameterOperation } from '../../../infra/local/ssm/parameter-api.ts';
import { apiRoutes } from '../../../infra/local/stripe/api-routes.ts';
import { testActions as stripeActions } from '../../../infra/local/stripe/serve-test-api.ts';
import { incoming } from '../../../infra/local/web-push-service/browser-sockets.ts';
import { ENDPOINT_PATH } from '../../../infra/local/web-push-service/push-service.ts';
import { testActions as pushActions } from '../../../infra/local/web-push-service/start-push-service.ts';

const folder = path.join(projectDir, 'infra/local');
/** What several services need, and no service itself. */
const SHARED = ['aws-protocol', 'files', 'http', 'pages', 'timers'];
const services = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
  .map(({ name }) => name);

const pageOf = (service: string) => readFileSync(path.join(folder, service, 'README.md'), 'utf8');

/** What stands below a heading, up to the next one. */
function sectionOf(page: string, heading: string): string {
  const [, section] = page.split(new RegExp(`^## ${heading}$`, 'm'));
  return section?.split(/^## /m)[0] ?? '';
}

it.each(services)(
  '%s has a page that says what it imitates, where it differs, and what it lacks',
  (service) => {
    expect(existsSync(path.join(folder, service, 'README.md'))).toBe(true);
    const page = pageOf(service);
    const headings = ['Behaviour', 'Kinder than the real one', 'Harsher than the real one', 'Not there'];
    expect(headings.filter((heading) => sectionOf(page, heading).trim() === '')).toEqual([]);
    expect(sectionOf(page, 'Behaviour')).toMatch(/^\| behaviour +\| document +\| how it is imitated +\|$/m);
  },
);

/** The operations that a page lists: what stands in code in the first column of their tables. */
const operationsIn = (service: string): string[] =>
  [...sectionOf(pageOf(service), 'Operations').matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);

/** By service, the operations of its code. Those that are not named here answer none of their own. */
const dispatched: Record<string, readonly string[]> = {
  appsync: [publishOperation, ...listening.def.options.flatMap(({ def }) => def.shape.type.def.values)],
  cloudfront: [...behaviours.map(({ pathPattern }) => pathPattern), invalidationOperation],
  cognito: [
    ...Object.values(cognitoPaths).map((known) => known.replace(USER_POOL_ID, '{userPoolId}')),
    ADMIN_OPERATION,
  ],
  s3: s3Routes.map(({ name }) => name),
  sqs: [...queueOperations.keys()],
  ssm: [parameterOperation],
  stripe: [...apiRoutes.map((route) => `${route.method} ${route.path}`), ...Object.keys(stripeActions)],
  'web-push-service': [
    `POST ${ENDPOINT_PATH}{id}`,
    ...Object.keys(pushActions),
    ...incoming.def.options.flatMap(({ def }) => def.shape.messageType.def.values),
  ],
};

it.each(services)('%s lists the operations that its code dispatches', (service) => {
  expect(operationsIn(service).toSorted()).toEqual([...(dispatched[service] ?? [])].toSorted());
});
