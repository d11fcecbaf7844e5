import { describe, expect, it } from 'vitest';
import { ask as askModel } from '../ask.ts';

type Table = Readonly<Record<string, readonly string[]>>;

interface Answer {
  readonly answer: string;
  readonly cells: readonly string[];
  readonly coordinates: readonly (readonly [number, number])[];
}

const cities: Table = {
  City: ['Oslo', 'Bergen', 'Lima', 'Cusco'],
  Country: ['Norway', 'Norway', 'Peru', 'Peru'],
  Inhabitants: ['709,000', '291,940', '10,092,000', '428,450'],
  'Height above sea (m)': ['23', '12.5', '154', '3399'],
};

const ask = (query: string, table = cities) => askModel<Answer>('table-rules', { query, table });

describe('table-rules', () => {
  it('answers the recorded question with the same cell as the real API', async () => {
    const table = {
      Repository: ['Transformers', 'Datasets', 'Tokenizers'],
      Stars: ['36542', '4512', '3934'],
      Contributors: ['651', '77', '34'],
      'Programming language': ['Python', 'Python', 'Rust, Python and NodeJS'],
    };
    expect(await ask('How many stars does the transformers repository have?', table)).toEqual({
      answer: '36542',
      aggregator: 'NONE',
      cells: ['36542'],
      coordinates: [[0, 1]],
    });
  });

  it('sums with the precision of the cells', async () => {
    expect(await ask('What is the sum of the heights above sea in Norway?')).toEqual({
      answer: '35.5',
      aggregator: 'SUM',
      cells: ['23', '12.5'],
      coordinates: [
        [0, 3],
        [1, 3],
      ],
    });
  });

  it.each([
    ['How many cities are there?', '4', 'COUNT', 4],
    ['How many cities are in Peru?', '2', 'COUNT', 2],
    ['How many cities have more than 400,000 inhabitants?', '3', 'COUNT', 3],
    ['How many inhabitants have the cities in Norway?', '1000940', 'SUM', 2],
    ['How many inhabitants has Lima?', '10,092,000', 'NONE', 1],
    ['What is the average number of inhabitants in Norway?', '500470', 'AVERAGE', 2],
    ['Which city has the most inhabitants?', 'Lima', 'NONE', 1],
    ['Which city has the fewest inhabitants?', 'Bergen', 'NONE', 1],
    ['What is the highest number of inhabitants?', '10,092,000', 'NONE', 1],
    ['In which country is Cusco?', 'Peru', 'NONE', 1],
    ['Which cities are in Norway?', 'Oslo, Bergen', 'NONE', 2],
    ['Which cities lie below 100 m height above sea?', 'Oslo, Bergen', 'NONE', 2],
    ['Tell me about Oslo', 'Norway, 709,000, 23', 'NONE', 3],
  ])('answers %j', async (query, answer, aggregator, count) => {
    const found = await ask(query);
    expect(found).toMatchObject({ answer, aggregator });
    expect(found.cells).toHaveLength(count);
    const columns = Object.values(cities);
    expect(found.coordinates.map(([row, column]) => columns[column]?.[row])).toEqual(found.cells);
  });

  it('rejects a question that it does not understand', async () => {
    await expect(ask('Why?')).rejects.toThrow('mentions no column or cell');
    await expect(ask('What is the total?', { Name: ['Ada'] })).rejects.toThrow('column of numbers');
    await expect(ask('How many?', { Name: [] })).rejects.toThrow('no cells');
  });

  it('supports other scripts and names of object properties', async () => {
    const table = { Имя: ['Анна', 'Пётр', ''], constructor: ['1', '2', '3'], '': ['🙂', '', ''] };
    expect(await ask('Имя?', table)).toMatchObject({ cells: ['Анна', 'Пётр', ''] });
    expect(await ask('Total of constructor', table)).toMatchObject({ answer: '6', aggregator: 'SUM' });
  });
});
