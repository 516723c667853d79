import asyncio
import shutil

import pytest

from chassis import jetstream
from chassis.jetstream import StreamAway, open_inlet, open_outlet
from thousand_log.relay import MESSAGE_ID


def messages(stream, *numbers, shard=0):
    return [
        (f"{stream.root}.{shard}.t1-1", b"%d" % number, {MESSAGE_ID: f"{shard}-{number}"})
        for number in numbers
    ]


async def fetched(inlet, count):
    heard = []
    while len(heard) < count:
        messages = await inlet.fetch()
        heard += messages
        for message in messages:
            await message.ack()
    return heard


async def test_what_is_published_is_heard_in_order(nats, stream):
    async with open_inlet(nats, stream, "service") as inlet, open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, *range(1000)))
        heard = await fetched(inlet, 1000)

    assert [message.data for message in heard] == [b"%d" % number for number in range(1000)]


async def test_when_nothing_comes_nothing_is_heard(nats, stream, monkeypatch):
    monkeypatch.setattr(jetstream, "PATIENCE", 0.2)
    async with open_inlet(nats, stream, "service") as inlet:
        assert [await inlet.fetch() for _ in range(5)] == [[]] * 5


async def test_the_last_message_is_known_for_each_shard(nats, stream):
    async with open_outlet(nats, stream) as outlet:
        before = await outlet.last(f"{stream.root}.0.>")
        await outlet.publish(
            [*messages(stream, 1, 2, 3), *messages(stream, 7, shard=1), *messages(stream, 4)]
        )

        assert before is None
        assert (await outlet.last(f"{stream.root}.0.>"))[MESSAGE_ID] == "0-4"
        assert (await outlet.last(f"{stream.root}.1.>"))[MESSAGE_ID] == "1-7"
        assert await outlet.last(f"{stream.root}.2.>") is None


async def test_a_repetition_is_one_message(nats, stream):
    async with open_inlet(nats, stream, "service") as inlet, open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, 1, 2, 1))
        await outlet.publish(messages(stream, 2, 3))
        heard = await fetched(inlet, 3)

    assert [message.data for message in heard] == [b"1", b"2", b"3"]


async def test_a_stream_that_was_taken_away_is_made_again_and_takes_everything_anew(nats, stream):
    async with open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, 1, 2, 3))
        await outlet.forget()
    async with open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, 1))

        assert (await outlet.last(f"{stream.root}.0.>"))[MESSAGE_ID] == "0-1"


async def test_a_message_that_was_not_acknowledged_comes_again(nats, stream, monkeypatch):
    monkeypatch.setattr(jetstream, "SECONDS_TO_ACK", 0.5)
    async with open_inlet(nats, stream, "service") as inlet, open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, 1, 2))
        first, _ = await inlet.fetch()
        await first.ack()
    async with open_inlet(nats, stream, "service") as inlet:
        [again] = await fetched(inlet, 1)

    assert again.data == b"2"


async def test_two_of_a_service_share_and_two_services_do_not(nats, stream):
    async with (
        open_inlet(nats, stream, "one") as one,
        open_inlet(nats, stream, "one") as twin,
        open_inlet(nats, stream, "other") as other,
        open_outlet(nats, stream) as outlet,
    ):
        await outlet.publish(messages(stream, *range(400)))
        heard = [*await fetched(one, 100), *await fetched(twin, 100)]
        heard += await fetched(one, 400 - len(heard)) if len(heard) < 400 else []
        all_ = await fetched(other, 400)

    assert sorted(int(message.data) for message in heard) == list(range(400))
    assert len(all_) == 400


async def test_a_server_that_goes_away_is_noticed_at_once(own_nats, stream):
    async with (
        open_outlet(own_nats.url, stream) as outlet,
        open_inlet(own_nats.url, stream, "service") as inlet,
    ):
        fetching = asyncio.create_task(inlet.fetch())
        await outlet.publish(messages(stream, 1))
        await fetching
        fetching = asyncio.create_task(inlet.fetch())
        own_nats.kill()

        with pytest.raises(StreamAway):
            await fetching
        with pytest.raises(StreamAway):
            await outlet.publish(messages(stream, 2))


async def test_a_server_that_is_back_has_what_was_acknowledged(own_nats, stream):
    async with open_outlet(own_nats.url, stream) as outlet:
        await outlet.publish(messages(stream, *range(100)))
        own_nats.kill()

    own_nats.start()

    async with open_outlet(own_nats.url, stream) as outlet:
        assert (await outlet.last(f"{stream.root}.0.>"))[MESSAGE_ID] == "0-99"


async def test_a_server_that_lost_everything_begins_anew(own_nats, stream, tmp_path):
    async with open_outlet(own_nats.url, stream) as outlet:
        await outlet.publish(messages(stream, 1))
    own_nats.kill()
    shutil.rmtree(tmp_path / "nats" / "jetstream")

    own_nats.start()

    async with open_outlet(own_nats.url, stream) as outlet:
        assert await outlet.last(f"{stream.root}.0.>") is None


async def test_publishing_to_a_stream_that_is_gone_is_noticed(nats, stream):
    async with open_outlet(nats, stream) as outlet:
        await outlet.forget()

        with pytest.raises(StreamAway):
            await outlet.publish(messages(stream, 1))


@pytest.mark.parametrize("url", ["nats://127.0.0.1:1", "nats://false@{address}"])
async def test_a_server_that_does_not_let_us_in_is_away(nats, stream, url):
    with pytest.raises(StreamAway):
        async with open_outlet(url.format(address=nats.rpartition("@")[2]), stream):
            pass


async def test_a_stream_that_an_operator_made_is_taken_as_it_is(nats, stream):
    async with jetstream.connected(nats) as context:
        await context.add_stream(name=stream.name, subjects=[stream.subjects], max_age=3600)

    async with open_outlet(nats, stream) as outlet:
        await outlet.publish(messages(stream, 1))
