// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime's side of `headlight bench --against`, which starts it: onnx_side.mjs FOLDER THREADS. torch_side.py
// describes requests and answers; the missing packages are npm's. The model is FOLDER/model.onnx, as Optimum exports it
// without a cache. Where there is none, FOLDER holds config.json and model.safetensors of GPT-2's architecture in F32:
// a graph that refers to these weights is written beside them.
import {closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

const FLOAT = 1, INT64 = 7; // ONNX's types of tensors
const say = (answer) => console.log(JSON.stringify(answer));

// Protocol buffers: an integer, or bytes with their length.
const varint = (n) => n < 128 ? [n] : [n % 128 + 128, ...varint(Math.floor(n / 128))];
const field = (number, value) => typeof value === 'number'
  ? Buffer.from([...varint(number * 8), ...varint(value)])
  : Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(Buffer.byteLength(value))]), Buffer.from(value)]);
const message = (...fields) => Buffer.concat(fields.map(([number, value]) => field(number, value)));

function safetensorsHeader(path) {
  const file = openSync(path);
  const size = Buffer.alloc(8);
  readSync(file, size);
  const header = Buffer.alloc(Number(size.readBigUInt64LE()));
  readSync(file, header, {position: 8});
  closeSync(file);
  return {begin: 8 + header.length, tensors: JSON.parse(header)};
}

/** Collects the nodes and tensors of a graph (ONNX's ModelProto). */
class Graph {
  nodes = [];
  tensors = [];

  constructor(folder) {
    this.stored = safetensorsHeader(join(folder, 'model.safetensors'));
  }
  /** A tensor of model.safetensors. */
  weight(name) {
    const {tensors, begin} = this.stored;
    const {shape, data_offsets: [from, to]} = tensors[name] ?? tensors['transformer.' + name];
    const place = {location: 'model.safetensors', offset: begin + from, length: to - from};
    this.tensors.push(message(...shape.map((extent) => [1, extent]), [2, FLOAT], [8, name],
      ...Object.entries(place).map(([key, value]) => [13, message([1, key], [2, String(value)])]), [14, 1]));
    return name;
  }
  constant(shape, type, numbers) {
    const name = `constant${this.tensors.length}`;
    this.tensors.push(message(...shape.map((extent) => [1, extent]), [2, type], [8, name],
      [9, Buffer.from(numbers.buffer)]));
    return name;
  }
  real(value) {
    return this.constant([], FLOAT, Float32Array.of(value));
  }
  integers(...values) {
    return this.constant([values.length], INT64, BigInt64Array.from(values, BigInt));
  }
  /** Attributes are integers, lists of them, or texts. Returns the first output's name. */
  node(type, inputs, attributes = {}, outputs = [`node${this.nodes.length}`]) {
    const attribute = ([name, value]) => message([1, name], ...(Array.isArray(value)
      ? [...value.map((one) => [8, one]), [20, 7]] : typeof value === 'string' ? [[4, value], [20, 3]]
        : [[3, value], [20, 2]]));
    this.nodes.push(message(...inputs.map((name) => [1, name]), ...outputs.map((name) => [2, name]), [4, type],
      ...Object.entries(attributes).map((one) => [5, attribute(one)])));
    return outputs[0];
  }
  bytes(inputs, outputs) {
    const value = ([name, type, extents]) => message([1, name], [2, message([1, message([1, type], [2, message(
      ...extents.map((extent) => [1, message([typeof extent === 'number' ? 1 : 2, extent])]))])])]);
    const graph = message(...this.nodes.map((one) => [1, one]), [2, 'gpt2'], ...this.tensors.map((one) => [5, one]),
      ...inputs.map((one) => [11, value(one)]), ...outputs.map((one) => [12, value(one)]));
    return message([1, 10], [7, graph], [8, message([1, ''], [2, 20])]); // formats of ONNX 1.16
  }
}

/** An ONNX model of GPT-2 (Radford et al. 2019): the logits of the last token, the attention weights of each layer. */
function gpt2Model(folder, {n_layer: layers = 12, n_head: heads = 12, n_embd: width = 768}) {
  const graph = new Graph(folder);
  const node = graph.node.bind(graph);
  const norm = (name, x) => node('LayerNormalization', [x, graph.weight(name + '.weight'), graph.weight(name + '.bias')]);
  const linear = (name, x) => node('Gemm', [x, graph.weight(name + '.weight'), graph.weight(name + '.bias')]);
  const flat = graph.integers(-1), byHeads = graph.integers(0, heads, width / heads), joined = graph.integers(0, width);
  const scale = graph.real((width / heads) ** -0.5), table = graph.weight('wte.weight');
  const positions = node('Reshape', ['position_ids', flat]);
  const allowed = node('LessOrEqual', [positions, node('Unsqueeze', [positions, graph.integers(1)])]);
  const mask = node('Where', [allowed, graph.real(0), graph.real(-Infinity)]);
  let x = node('Add', [node('Gather', [table, node('Reshape', ['input_ids', flat])]),
    node('Gather', [graph.weight('wpe.weight'), positions])]);
  const outputs = [['logits', FLOAT, [1, 'vocabulary']]];
  for (let layer = 0; layer < layers; ++layer) {
    const prefix = `h.${layer}.`;
    const parts = ['q', 'k', 'v'].map((part) => prefix + part);
    node('Split', [linear(prefix + 'attn.c_attn', norm(prefix + 'ln_1', x))], {axis: 1, num_outputs: 3}, parts);
    const [q, k, v] = parts.map((part, i) =>
      node('Transpose', [node('Reshape', [part, byHeads])], {perm: i === 1 ? [1, 2, 0] : [1, 0, 2]}));
    const scores = node('Add', [node('MatMul', [node('Mul', [q, scale]), k]), mask]);
    const weights = node('Softmax', [scores], {}, [prefix + 'weights']);
    outputs.push([weights, FLOAT, [heads, 'tokens', 'tokens']]);
    const mixed = node('Transpose', [node('MatMul', [weights, v])], {perm: [1, 0, 2]});
    x = node('Add', [x, linear(prefix + 'attn.c_proj', node('Reshape', [mixed, joined]))]);
    const hidden = node('Gelu', [linear(prefix + 'mlp.c_fc', norm(prefix + 'ln_2', x))], {approximate: 'tanh'});
    x = node('Add', [x, linear(prefix + 'mlp.c_proj', hidden)]);
  }
  node('Gemm', [norm('ln_f', node('Gather', [x, graph.integers(-1)])), table], {transB: 1}, ['logits']);
  return graph.bytes(['input_ids', 'position_ids'].map((name) => [name, INT64, [1, 'tokens']]), outputs);
}

function open(runtime, folder, threads) {
  let path = join(folder, 'model.onnx');
  if (!existsSync(path)) {
    path = join(folder, 'gpt2.onnx');
    writeFileSync(path, gpt2Model(folder, JSON.parse(readFileSync(join(folder, 'config.json')))));
  }
  return runtime.InferenceSession.create(path, {intraOpNumThreads: threads, interOpNumThreads: 1});
}

/** One pass; the best token after it. */
async function pass(runtime, session, ids) {
  const given = {input_ids: ids, attention_mask: ids.map(() => 1), position_ids: ids.map((_, i) => i)};
  const feeds = {};
  for (const name of session.inputNames) {
    if (!(name in given)) throw new Error(`model.onnx takes "${name}"; export it without a cache`);
    feeds[name] = new runtime.Tensor('int64', BigInt64Array.from(given[name], BigInt), [1, ids.length]);
  }
  const start = performance.now();
  const results = await session.run(feeds);
  const milliseconds = performance.now() - start;
  const {data, dims} = results.logits;
  const last = data.slice(data.length - dims.at(-1));
  let best = 0;
  last.forEach((value, id) => {if (value > last[best]) best = id;});
  for (const result of Object.values(results)) result.dispose();
  return {milliseconds, best};
}

async function main(folder, threads) {
  const runtime = (await import('onnxruntime-node')).default;
  say({version: runtime.env.versions.node});
  let session;
  for await (const line of createInterface({input: process.stdin})) {
    const [count, ...ids] = line.split(' ').map(Number);
    session ??= await open(runtime, folder, threads);
    say(await pass(runtime, session, ids.slice(0, count)));
  }
}

await main(process.argv[2], Number(process.argv[3])).catch((error) => say(
  error.code === 'ERR_MODULE_NOT_FOUND' ? {missing: ['onnxruntime-node']} : {cannot: error.message}));
