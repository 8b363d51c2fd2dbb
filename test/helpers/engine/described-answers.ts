/** Validates responses of the engine against its OpenAPI description, more strictly than a client would. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [key: string]: unknown };

/** The parts of an OpenAPI document that the tests walk. */
export interface OpenApiDocument extends Json {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  components: { securitySchemes: Record<string, Json>; schemas: Record<string, Json> };
}

export interface PathOperation extends Json {
  operationId: string;
  description?: string;
  security?: unknown[];
  requestBody?: {
    content: Record<string, { schema: ObjectSchema; encoding: Record<string, { contentType: string }> }>;
  };
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>;
}

export interface ObjectSchema extends Json {
  properties: Record<string, Json>;
  required?: string[];
}

/**
 * Closes every object of the schema, so that an undocumented field is an error. Parts of an `allOf` or `oneOf` stay
 * open because each names only some of the fields.
 */
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, isPart));
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') {
      return [keyword, Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, closed(each)]))];
    }
    return [keyword, closed(value, keyword === 'allOf' || keyword === 'oneOf')];
  });
  const isObject = 'properties' in schema || 'allOf' in schema;
  return { ...Object.fromEntries(entries), ...(isObject && !isPart ? { unevaluatedProperties: false } : {}) };
}

/** Returns the differences between a response and its description, as sentences. */
export type AnswerCheck = (method: 'get' | 'post', path: string, status: number, body: unknown) => string[];

export function answerCheck(document: OpenApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  // The references point to this keyword.
  ajv.addVocabulary(['components']);
  // The envelopes are part of every response, and so stay open.
  const components = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closed(schema, name !== 'Point'),
  ]);
  return (method, path, status, body) => {
    const response = document.paths[path]?.[method]?.responses[status];
    if (!response) return [`${method} ${path} has no answer ${status}`];
    const schema = closed(response.content['application/json']?.schema) as Json;
    const strictSchema = schema.$ref ? { allOf: [schema], unevaluatedProperties: false } : schema;
    const validate = ajv.compile({ ...strictSchema, components: { schemas: Object.fromEntries(components) } });
    validate(body);
    return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
  };
}
