import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';

/** Placeholder of the skeleton: signs in with a token. */
export function SignInPage() {
  const { session, hubName } = useApp();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const submit = async () => {
    const loaded = await session.load();
    await loaded.signIn(token);
    if (loaded.getSnapshot().signIn.status === 'signed-in') await navigate('/');
  };
  return (
    <>
      <h1>Sign In With {hubName}</h1>
      <label>
        Access token
        <textarea value={token} onChange={(event) => setToken(event.target.value)} />
      </label>
      <button onClick={() => void submit()}>Submit</button>
    </>
  );
}
