import { z } from 'zod';

/** The schema of a request's arguments, with the type of its response. */
export class RequestDefinition<Args extends z.ZodType, Response = undefined> {
  readonly args: Args;
  declare readonly response: Response;

  constructor(args: Args) {
    this.args = args;
  }

  returns<T>(): RequestDefinition<Args, T> {
    return this as unknown as RequestDefinition<Args, T>;
  }
}

/**
 * Declares a request, such as `request({ id }).returns<JobDetail | null>()`.
 * @param args a schema, or the properties of a strict object
 */
export function request(): RequestDefinition<z.ZodUndefined>;
export function request<Args extends z.ZodType>(args: Args): RequestDefinition<Args>;
export function request<Shape extends z.core.$ZodShape>(
  args: Shape,
): RequestDefinition<z.ZodObject<Shape, z.core.$strict>>;
export function request(args: z.ZodType | z.core.$ZodShape = z.undefined()): RequestDefinition<z.ZodType> {
  return new RequestDefinition(args instanceof z.ZodType ? args : z.strictObject(args));
}
