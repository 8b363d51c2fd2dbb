/** TODO. */
export const contract = {} as const;
