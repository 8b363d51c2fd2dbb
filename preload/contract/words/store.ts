/** TODO. */
export const store = {} as const;
