import pytest

from chassis.callers import Role
from services.identity.application import ROLES, Accounts, Grant, Token, highest
from services.identity.bind import NEEDS
from services.identity.signing import new_key
from thousand.identity.v1 import identity_pb2
from thousand_client.identity import Token as ClientToken

GRANT = Grant(account="g-ann", role="player", issued_at=0.0, expires_at=1.0)


def test_every_method_has_a_role():
    methods = identity_pb2.DESCRIPTOR.services_by_name["IdentityService"].methods

    assert {method.name for method in methods} == NEEDS.keys()


def test_roles_have_the_numbers_of_the_wire_and_the_order_of_power():
    named = [role for role in Role if role is not Role.ANYBODY]

    assert {f"ROLE_{role.name}": role.value for role in named} | {"ROLE_UNSPECIFIED": 0} == dict(
        identity_pb2.Role.items()
    )
    assert tuple(role.word for role in named) == ROLES


@pytest.mark.parametrize(
    ("held", "role"),
    [
        ([], "player"),
        (["director"], "director"),
        (["operator", "director"], "operator"),
        (["director", "operator"], "operator"),
        (["service"], "service"),
    ],
)
def test_the_highest_role_counts(held, role):
    assert highest(held) == role


def test_no_repr_tells_a_secret():
    key = new_key()
    shown = [
        repr(Token(GRANT, "swordfish")),
        repr(ClientToken(account="g-ann", text="swordfish", expires_at=1.0)),
        repr(Accounts(None, secret="swordfish", sign=None, guests=None)),
        repr(key),
    ]

    assert not any("swordfish" in text for text in shown)
    assert repr(key.private) not in shown[-1]
