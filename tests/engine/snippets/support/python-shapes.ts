import { spawnSync } from 'node:child_process';

export interface PythonShape {
  /** The syntax tree without string values. */
  readonly shape: string;
  /** The string values. */
  readonly texts: readonly string[];
  /** Undefined names. */
  readonly unknown: readonly string[];
}

const program = `
import ast, builtins, json, sys
def shape(code):
    tree = ast.parse(code)
    texts, made, read = [], set(dir(builtins)), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node.value)
            node.value = ''
        elif isinstance(node, ast.alias): made.add((node.asname or node.name).split('.')[0])
        elif isinstance(node, ast.Name): (read if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif isinstance(node, ast.FunctionDef): made.update([node.name, *(arg.arg for arg in node.args.args)])
    return {'shape': ast.dump(tree), 'texts': texts, 'unknown': sorted(read - made)}
print(json.dumps([shape(code) for code in json.load(sys.stdin)]))
`;

/** Parses many pieces of Python in one process. Throws Python's error if one is invalid. */
export function pythonShapes(codes: readonly string[]): PythonShape[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(codes),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as PythonShape[];
}
