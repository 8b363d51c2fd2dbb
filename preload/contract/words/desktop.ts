/** TODO. */
export const desktop = {} as const;
