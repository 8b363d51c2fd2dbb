/** Finds the names that a TypeScript file declares, by its syntax alone. */
import { type ESTree, parseSync } from 'vite';
import { createLineFinder, nodesOf } from '../syntax-tree.ts';

export interface Declaration {
  readonly kind: 'function' | 'constant' | 'local' | 'parameter' | 'property' | 'type';
  readonly name: string;
  /** Whether its annotation or its initial value shows that it is a boolean, or a function that returns one. */
  readonly isBoolean: boolean;
  /** From 1. */
  readonly line: number;
}

/**
 * Returns the declarations of a file in the order of the syntax tree.
 * @param path only its extension matters: `.ts` or `.tsx`
 * @throws Error if the text does not parse
 */
export function findDeclarations(path: string, text: string): Declaration[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: Declaration[] = [];
  const constants = new Set<ESTree.Node>(topLevelVariables(program));
  const lineAt = createLineFinder(text);
  const add = (kind: Declaration['kind'], id: ESTree.Node | null, isBoolean = false) => {
    if (id?.type === 'Identifier') found.push({ kind, name: id.name, isBoolean, line: lineAt(id.start) });
  };
  const addParameter = (parameter: ESTree.Node) => {
    const [target, value] =
      parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter, null];
    add('parameter', target, hasBooleanType(target) || isBooleanValue(value));
  };
  for (const node of nodesOf(program)) {
    switch (node.type) {
      case 'FunctionDeclaration':
        add('function', node.id, returnsBoolean(node));
        node.params.forEach(addParameter);
        break;
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        node.params.forEach(addParameter);
        break;
      case 'VariableDeclarator':
        if (isFunction(node.init)) add('function', node.id, returnsBoolean(node.init));
        else
          add(
            constants.has(node) ? 'constant' : 'local',
            node.id,
            hasBooleanType(node.id) || isBooleanValue(node.init),
          );
        break;
      case 'MethodDefinition':
        add('function', node.key, returnsBoolean(node.value));
        break;
      case 'TSMethodSignature':
        add('function', node.key, returnsBoolean(node));
        break;
      case 'PropertyDefinition':
      case 'TSPropertySignature':
        add('property', node.key);
        break;
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'ClassDeclaration':
        add('type', node.id);
        break;
    }
  }
  return found;
}

const isFunction = (node: ESTree.Node | null): node is ESTree.ArrowFunctionExpression | ESTree.Function =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

function topLevelVariables({ body }: ESTree.Program): ESTree.Node[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });
}

const hasBooleanType = (node: ESTree.Node) =>
  'typeAnnotation' in node && node.typeAnnotation?.type === 'TSTypeAnnotation' && isBooleanType(node.typeAnnotation);

const isBooleanType = ({ typeAnnotation: type }: ESTree.TSTypeAnnotation) =>
  type.type === 'TSBooleanKeyword' || (type.type === 'TSTypePredicate' && !type.asserts);

function returnsBoolean(node: {
  readonly returnType?: ESTree.TSTypeAnnotation | null;
  readonly body?: unknown;
}): boolean {
  if (node.returnType) return isBooleanType(node.returnType);
  return isBooleanValue(node.body as ESTree.Node | null);
}

const comparisons = new Set(['===', '!==', '<', '>', '<=', '>=', 'in', 'instanceof']);

function isBooleanValue(node: ESTree.Node | null | undefined): boolean {
  if (node?.type === 'Literal') return typeof node.value === 'boolean';
  if (node?.type === 'UnaryExpression') return node.operator === '!';
  if (node?.type === 'BinaryExpression') return comparisons.has(node.operator);
  if (node?.type === 'LogicalExpression') return isBooleanValue(node.left) && isBooleanValue(node.right);
  return node?.type === 'ParenthesizedExpression' && isBooleanValue(node.expression);
}
