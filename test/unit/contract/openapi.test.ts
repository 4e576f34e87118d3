import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { openApi } from '../../../functions/http/kit/openapi.ts';

type Operation = {
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Record<string, any> } } };
};

describe('the OpenAPI document', () => {
  const document = openApi(endpoints);

  it('is valid by the specification', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('names every call once, with all its path parameters', () => {
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        path,
        method,
        operation: operation as Operation,
      })),
    );
    expect(named).toHaveLength(endpoints.length);
    for (const { path, operation } of named) {
      const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      const described = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name);
      expect(new Set(described)).toEqual(inPath);
      expect(described).toHaveLength(inPath.size);
    }
  });

  it('tells the rules that bodies are checked by', () => {
    const { post } = document.paths['/api/events'] as { post: Operation };
    const body = post.requestBody?.content['application/json'].schema ?? {};
    expect(body['required']).toEqual(['name']);
    expect(body['properties'].privacy.enum).toEqual(['private', 'unlisted', 'public']);
  });
});
