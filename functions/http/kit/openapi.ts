import * as z from 'zod/mini';
import type { Audience, Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorView } from '../../../shared/contract/entities.ts';
import { EXPECTED_USER_HEADER, NOBODY, SESSION_CHANGED } from '../../../shared/contract/expected-user.ts';
import { PROOF_HEADER, PROOF_REQUIRED } from '../../../shared/contract/proof-of-work.ts';
import { SITE_NAME } from '../../../shared/site.ts';
import { VERSION } from '../../../shared/version.ts';

type JsonSchema = Record<string, unknown>;

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

/** Security schemes by audience, by the names below. */
const SECURITY: Record<Audience, readonly Record<string, readonly string[]>[]> = {
  none: [{}],
  anyone: [{}, { session: [] }, { guestId: [], guestToken: [] }],
  user: [{ session: [] }],
  person: [{ session: [] }, { guestId: [], guestToken: [] }],
  guest: [{ guestId: [], guestToken: [] }],
};

function parameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Only where the session can decide who calls. */
function headers({ audience }: Endpoint) {
  const isSessionUsed = audience !== 'none' && audience !== 'guest';
  return isSessionUsed ? [{ $ref: '#/components/parameters/ExpectedUser' }] : [];
}

function operation(endpoint: Endpoint) {
  const successes = Object.entries(endpoint.replies).map(([status, schema]) => [
    status,
    { description: 'Done.', ...(schema && json(jsonSchema(schema, 'output'))) },
  ]);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    security: SECURITY[endpoint.audience],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...headers(endpoint),
    ],
    ...(endpoint.body && { requestBody: json(jsonSchema(endpoint.body, 'input')) }),
    responses: {
      ...Object.fromEntries(successes),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** The calls as an OpenAPI document. Source: OpenAPI Specification 3.1.1. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.1',
    info: { title: SITE_NAME, version: VERSION, description: "Events and everybody's photos of them." },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorView, 'output') },
      parameters: {
        ExpectedUser: {
          name: EXPECTED_USER_HEADER,
          in: 'header',
          description: `The id of the user whom the client takes for signed in, or \`${NOBODY}\`. If it is somebody else, the call does nothing and answers 401 with the code \`${SESSION_CHANGED}\`.`,
          schema: { type: 'string' },
        },
      },
      responses: {
        Refusal: {
          description: `Why not. A 429 with the code \`${PROOF_REQUIRED}\` asks for work instead of time: find a nonce with which SHA-256 of \`{challenge}:{nonce}\` begins with \`bits\` zero bits, and repeat the call with that text in the header \`${PROOF_HEADER}\`.`,
          ...json({ $ref: '#/components/schemas/Error' }),
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        guestId: { type: 'apiKey', in: 'header', name: 'x-guest-id' },
        guestToken: { type: 'apiKey', in: 'header', name: 'x-guest-token' },
      },
    },
  };
}
