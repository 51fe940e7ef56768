import { absent, type ScenarioFile } from '../scenario.ts'

export const storedErrors: ScenarioFile = {
  area: 'errors',
  scenarios: [
    {
      name: 'a sample error can be read to try the page',
      profile: 'main',
      steps: [
        {
          title: 'the sample',
          mode: 'ajax',
          request: 'GET /self-service/errors?id=stub:500',
          expect: {
            status: 200,
            cookies: ['csrf'],
            body: { id: '*', error: { code: 500, status: 'Internal Server Error', message: '*', id: absent } },
          },
        },
      ],
    },
    {
      name: 'an error that is not there',
      profile: 'main',
      steps: [
        {
          title: 'an unknown id',
          mode: 'ajax',
          request: 'GET /self-service/errors?id={unknownId}',
          expect: { status: 404, error: {} },
        },
        {
          title: 'a malformed id',
          mode: 'ajax',
          request: 'GET /self-service/errors?id=nonsense',
          expect: { status: 404, error: {} },
        },
        { title: 'no id', mode: 'ajax', request: 'GET /self-service/errors', expect: { status: 404, error: {} } },
      ],
    },
  ],
}
